import type { ReactNode } from 'react';
import type { Parameter, Schema } from '../../openapi.ts';
import classes from './docs.module.css';

/** Deeper than this a schema is opened on demand. */
const OPEN_DEPTH = 1;

/** The members of an object, each with its type and meaning; what lies deeper can be opened. */
export function SchemaView({ schema, depth = 0 }: { schema: Schema; depth?: number }): ReactNode {
  const { anyOf = [], items, properties, required = [] } = schema;
  const others = anyOf.filter(({ type }) => type !== 'null');
  if (others.length > 1) {
    return (
      <ul className={classes.either}>
        {others.map((one, at) => {
          const key = `${at} ${typeOf(one)}`;
          return (
            <li key={key}>
              {at > 0 && <span className={classes.or}>or</span>}
              {one.$ref ? <ErrorLink /> : <SchemaView schema={one} depth={depth} />}
            </li>
          );
        })}
      </ul>
    );
  }
  const [only] = others;
  if (only) return <SchemaView schema={only} depth={depth} />;
  if (items) return <SchemaView schema={items} depth={depth} />;
  if (!properties) return null;
  return (
    <dl className={classes.members}>
      {Object.entries(properties).map(([name, member]) => (
        <Member key={name} name={name} schema={member} required={required.includes(name)} depth={depth} />
      ))}
    </dl>
  );
}

function ErrorLink() {
  return (
    <p>
      An <a href="/docs/errors">error</a>.
    </p>
  );
}

interface MemberProps {
  name: string;
  schema: Schema;
  required: boolean;
  depth: number;
}

function Member({ name, schema, required, depth }: MemberProps) {
  return (
    <>
      <dt>
        <code>{name}</code> <span className={classes.type}>{typeOf(schema)}</span>
        {!required && <span className={classes.optional}>optional</span>}
      </dt>
      <dd>
        {schema.description}
        {schema.default !== undefined && (
          <>
            {' '}
            Default <code>{JSON.stringify(schema.default)}</code>.
          </>
        )}
        {isNested(schema) && (
          <details open={depth < OPEN_DEPTH}>
            <summary>Members of {name}</summary>
            <SchemaView schema={schema} depth={depth + 1} />
          </details>
        )}
      </dd>
    </>
  );
}

function isNested({ properties, items, anyOf = [] }: Schema): boolean {
  if (properties && Object.keys(properties).length > 0) return true;
  return (items !== undefined && isNested(items)) || anyOf.some(isNested);
}

/** A type in a word or two. */
function typeOf({ type, items, anyOf = [], format, $ref }: Schema): string {
  if ($ref) return 'error';
  if (anyOf.length > 0) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (items) return `list of ${typeOf(items)}`;
  const words = typeof type === 'string' ? [type] : (type ?? ['any']);
  return words.map((word) => (word === 'string' && format === 'date-time' ? 'timestamp' : word)).join(' or ');
}

/** What is sent in the path, the query and headers. */
export function ParameterList({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <dl className={classes.members}>
      {parameters.map((parameter) => (
        <Member
          key={parameter.name}
          name={parameter.name}
          schema={{
            ...parameter.schema,
            description: [`In the ${parameter.in}.`, parameter.description].filter(Boolean).join(' '),
          }}
          required={parameter.required}
          depth={OPEN_DEPTH}
        />
      ))}
    </dl>
  );
}
