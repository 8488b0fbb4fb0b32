import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import { curlLine } from '../../curl.ts';
import type { ApiOperation, Schema } from '../../openapi.ts';
import { CheckIcon, CopyIcon } from '../../parts/icons.tsx';
import classes from './docs.module.css';
import { ParameterList, SchemaView } from './schema-view.tsx';

const SAID_FOR_MS = 2_000;

interface OperationSectionProps {
  operation: ApiOperation;
  baseUrl: string;
}

/** One operation: what it does, what it takes, what it answers, and a line to try it with. */
export function OperationSection({ operation, baseUrl }: OperationSectionProps) {
  const { id, method, path, summary, description, scope, isPublic, parameters, body, answers } = operation;
  return (
    <section id={id} className={classes.operation} aria-labelledby={`${id}-title`}>
      <Title order={3} id={`${id}-title`}>
        <a href={`#${id}`}>{summary}</a>
      </Title>
      <p className={classes.route}>
        <span className={classes.method} data-method={method}>
          {method}
        </span>
        <code>{path}</code>
      </p>
      <p>{description}</p>
      <p className={classes.scope}>
        {scope ? (
          <>
            Needs the scope <code>{scope}</code>.
          </>
        ) : isPublic ? (
          'Needs no credential.'
        ) : (
          'Any valid credential may call it.'
        )}
      </p>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <ParameterList parameters={parameters} />
        </>
      )}
      {body && (
        <>
          <h4>Body</h4>
          <SchemaView schema={body} />
        </>
      )}
      {answers.map(({ status, description: when, schema }) => (
        <div key={status}>
          <h4>
            Answer {status}
            {when !== summary && `: ${when}`}
          </h4>
          {schema && !schema.$ref ? <SchemaView schema={schema} /> : <p>The error that says so.</p>}
        </div>
      ))}
      <Curl text={sampleOf(operation, baseUrl)} />
    </section>
  );
}

function Curl({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_FOR_MS);
  }
  return (
    <div className={classes.curl}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
        onClick={copy}
        aria-live="polite"
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

/** A request with the least that the operation takes; a key may write _ for its own organization. */
function sampleOf({ method, path, body }: ApiOperation, baseUrl: string): string {
  const required = body?.required ?? [];
  const sent = required.map((name) => [name, exampleOf(body?.properties?.[name] ?? {})]);
  return curlLine(baseUrl, `${method} ${path}`, { org: '_', ...Object.fromEntries(sent) });
}

function exampleOf({ type, items }: Schema): unknown {
  if (items) return [exampleOf(items)];
  if (type === 'number' || type === 'integer') return 1;
  if (type === 'boolean') return true;
  return type === 'object' ? {} : '…';
}
