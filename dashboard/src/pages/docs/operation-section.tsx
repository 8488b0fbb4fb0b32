import { Button, Title } from '@mantine/core';
import { useState } from 'react';
import type { ApiAnswer, ApiOperation } from '../../openapi.ts';
import { CodeBlock } from './code-block.tsx';
import { Method } from './method.tsx';
import { Opened } from './opened.tsx';
import classes from './operation.module.css';
import { curlFor, draftOf } from './request.ts';
import { ParameterList, SchemaView } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

interface OperationSectionProps {
  operation: ApiOperation;
  baseUrl: string;
}

/** One operation: what it does, what it takes, what it answers, and beside that a request to copy or to send. */
export function OperationSection({ operation, baseUrl }: OperationSectionProps) {
  const { id, summary } = operation;
  return (
    <section id={id} className={classes.operation} aria-labelledby={`${id}-title`}>
      <div className={classes.tells}>
        <Title order={3} id={`${id}-title`}>
          <a href={`#${id}`}>{summary}</a>
        </Title>
        <Told operation={operation} />
      </div>
      <Request operation={operation} baseUrl={baseUrl} />
    </section>
  );
}

function Told({ operation }: { operation: ApiOperation }) {
  const { method, path, description, parameters, body, answers, summary } = operation;
  return (
    <>
      <p className={classes.route}>
        <Method>{method}</Method>
        <code>{path}</code>
      </p>
      <p>{description}</p>
      <Needs operation={operation} />
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
      {answers.map((answer) => (
        <Answer key={answer.status} answer={answer} summary={summary} />
      ))}
      <Refusals operation={operation} />
    </>
  );
}

function Needs({ operation: { scope, isPublic, ownersOnly, tool, spendsQuota, heldByApprovals } }: OperationOnly) {
  return (
    <ul className={classes.needs}>
      <li>
        {isPublic && 'No credential'}
        {!isPublic && !scope && 'Any valid credential'}
        {scope && (
          <>
            Scope <code>{scope}</code>
          </>
        )}
      </li>
      {ownersOnly && <li>Owners only</li>}
      {heldByApprovals && <li>Waits for a person where approvals are on</li>}
      {spendsQuota && <li>Spends write quota</li>}
      {tool && (
        <li>
          Tool <code>{tool}</code>
        </li>
      )}
    </ul>
  );
}

interface OperationOnly {
  operation: ApiOperation;
}

function Answer({ answer: { status, description, schema, alsoAs }, summary }: { answer: ApiAnswer; summary: string }) {
  return (
    <div>
      <h4>
        Answer {status}
        {description !== summary && `: ${description}`}
      </h4>
      {alsoAs.length > 0 && <p>Also as {alsoAs.join(', ')}.</p>}
      {schema && !schema.$ref ? (
        <SchemaView schema={schema} />
      ) : (
        <p>
          An <a href="/docs/errors#approval_required">error</a> that says so, although nothing failed.
        </p>
      )}
    </div>
  );
}

function Refusals({ operation: { errors } }: OperationOnly) {
  return (
    <div className={classes.refusals}>
      <h4>Errors</h4>
      <Opened summary={`${errors.length} codes: ${errors.map(({ code }) => code).join(', ')}`}>
        <dl>
          {errors.map(({ code, status, when }) => (
            <div key={code}>
              <dt>
                <a href={`/docs/errors#${code}`}>
                  <code>{code}</code>
                </a>{' '}
                {status}
              </dt>
              <dd>{when}</dd>
            </div>
          ))}
        </dl>
      </Opened>
    </div>
  );
}

function Request({ operation, baseUrl }: OperationSectionProps) {
  const [draft, setDraft] = useState(() => draftOf(operation));
  const [isTrying, setTrying] = useState(false);
  const examples = operation.answers.flatMap(({ status, examples }) =>
    examples.map(([name, value]) => ({
      title: name === 'Example' ? `Answer ${status}` : `Answer ${status}: ${name.toLowerCase()}`,
      text: JSON.stringify(value, null, 2),
    })),
  );
  return (
    <div className={classes.request}>
      <CodeBlock title="Request" text={curlFor(operation, draft, baseUrl)} />
      <Button variant={isTrying ? 'default' : 'light'} onClick={() => setTrying(!isTrying)} aria-expanded={isTrying}>
        {isTrying ? 'Close' : 'Try it'}
      </Button>
      {isTrying && <TryIt operation={operation} draft={draft} setDraft={setDraft} />}
      {!isTrying && examples.map(({ title, text }) => <CodeBlock key={title} title={title} text={text} />)}
    </div>
  );
}
