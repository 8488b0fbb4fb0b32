import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ApiOperation, Parameter } from '../../openapi.ts';
import { Notice } from '../../parts/notice.tsx';
import { CodeBlock } from './code-block.tsx';
import { KeyField, useKey } from './key.tsx';
import { type Draft, type Effect, effectOf, send, type Tried } from './request.ts';
import { acceptedOf } from './schema-words.ts';
import classes from './try-it.module.css';

interface TryItProps {
  operation: ApiOperation;
  draft: Draft;
  setDraft: (draft: Draft) => void;
}

/** Sends a request of an operation to this service and shows what comes back; nothing is executed unless one says so. */
export function TryIt({ operation, draft, setDraft }: TryItProps) {
  const key = useKey();
  const [isSure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<Tried | 'unreachable'>();
  const effect = effectOf(operation, draft);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setTried(await send(operation, draft, key).catch(() => 'unreachable' as const));
    setBusy(false);
    setSure(false);
  }

  return (
    <form className={classes.form} onSubmit={submit} aria-label={`Try ${operation.id}`}>
      {!operation.isPublic && <KeyField />}
      {operation.parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={draft.values[parameter.name] ?? ''}
          onChange={(value) => setDraft({ ...draft, values: { ...draft.values, [parameter.name]: value } })}
        />
      ))}
      {operation.body && (
        <Textarea
          label="Body"
          autosize
          minRows={3}
          maxRows={16}
          spellCheck={false}
          classNames={{ input: classes.body }}
          value={draft.body}
          error={effect === 'unreadable' && 'This is not a JSON object.'}
          onChange={({ currentTarget }) => setDraft({ ...draft, body: currentTarget.value })}
        />
      )}
      <Consequence effect={effect} hasPreview={operation.body?.properties?.dry_run !== undefined} />
      {effect === 'execute' && (
        <Checkbox
          label="I want this done for real"
          checked={isSure}
          onChange={({ currentTarget }) => setSure(currentTarget.checked)}
        />
      )}
      <Button
        type="submit"
        loading={busy}
        color={effect === 'execute' ? 'red' : 'water'}
        disabled={effect === 'unreadable' || (effect === 'execute' && !isSure)}
      >
        {BUTTON[effect]}
      </Button>
      <Came tried={tried} />
    </form>
  );
}

const BUTTON: Readonly<Record<Effect, string>> = {
  read: 'Send the request',
  preview: 'Send the preview',
  execute: 'Execute it',
  unreadable: 'Send the request',
};

function Consequence({ effect, hasPreview }: { effect: Effect; hasPreview: boolean }) {
  if (effect === 'preview') {
    return (
      <p className={classes.says}>
        A preview: <code>dry_run</code> is true, so nothing is changed.
      </p>
    );
  }
  if (effect !== 'execute') return null;
  return (
    <Notice tone="warning">
      {hasPreview
        ? 'dry_run is false: this is executed, in the organization of the key, as any other call.'
        : 'This call has no preview: it is executed, in the organization of the key, as any other call.'}
    </Notice>
  );
}

interface ParameterFieldProps {
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
}

function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const { name, required, schema } = parameter;
  const accepted = schema.type === 'boolean' ? ['true', 'false'] : acceptedOf(schema).map(String);
  const shared = { label: name, required, value, classNames: { label: classes.name ?? '' } };
  if (accepted.length > 0) {
    return (
      <NativeSelect
        {...shared}
        data={[{ value: '', label: schema.default === undefined ? '' : `${schema.default} (default)` }, ...accepted]}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...shared}
      placeholder={schema.default === undefined ? undefined : String(schema.default)}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** More than this is not shown: nobody reads it, and the page would stand still. */
const MOST_SHOWN = 100_000;

function Came({ tried }: { tried: Tried | 'unreachable' | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (tried) place.current?.scrollIntoView({ block: 'nearest' });
  }, [tried]);
  if (!tried) return null;
  if (tried === 'unreachable') return <Notice tone="danger">The service could not be reached.</Notice>;
  const { status, statusText, ms, requestId, remaining, text } = tried;
  const shown =
    text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n… and ${text.length - MOST_SHOWN} more` : text;
  return (
    <div ref={place}>
      <output className={classes.came} data-ok={status < 400 || undefined}>
        <strong>
          {status} {statusText}
        </strong>
        <span>in {ms} ms</span>
        {remaining !== null && <span>{remaining} requests left this minute</span>}
        {requestId !== null && (
          <span>
            request <code>{requestId}</code>
          </span>
        )}
      </output>
      <CodeBlock title="Answer" text={shown} />
    </div>
  );
}
