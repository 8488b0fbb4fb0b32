import type { ReactNode } from 'react';
import type { Parameter, Schema } from '../../openapi.ts';
import { Opened } from './opened.tsx';
import classes from './schema.module.css';
import { acceptedOf, isNested, limitsOf, typeOf } from './schema-words.ts';

/** The members of an object, each with its type, its limits and its meaning; what lies deeper can be opened. */
export function SchemaView({ schema }: { schema: Schema }): ReactNode {
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
              {one.$ref ? <ErrorLink /> : <SchemaView schema={one} />}
            </li>
          );
        })}
      </ul>
    );
  }
  const [only] = others;
  if (only) return <SchemaView schema={only} />;
  if (items) return <SchemaView schema={items} />;
  if (!properties) return null;
  return (
    <dl className={classes.members}>
      {Object.entries(properties).map(([name, member]) => (
        <Member key={name} name={name} schema={member} required={required.includes(name)} />
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
  /** Where it is sent, if not in a body. */
  place?: string;
}

function Member({ name, schema, required, place }: MemberProps) {
  const accepted = acceptedOf(schema);
  const limits = limitsOf(schema);
  return (
    <>
      <dt>
        <code>{name}</code> <span className={classes.type}>{typeOf(schema)}</span>
        {place && <span className={classes.type}>in the {place}</span>}
        <span className={required ? classes.required : classes.optional}>{required ? 'required' : 'optional'}</span>
      </dt>
      <dd>
        {schema.description}
        {(accepted.length > 0 || limits.length > 0 || schema.default !== undefined) && (
          <ul className={classes.limits}>
            {accepted.length > 0 && (
              <li>
                One of <Values values={accepted} />
              </li>
            )}
            {limits.map((limit) => (
              <li key={limit}>{limit}</li>
            ))}
            {schema.default !== undefined && (
              <li>
                Default <Values values={[schema.default]} />
              </li>
            )}
          </ul>
        )}
        {isNested(schema) && (
          <Opened summary={`Members of ${name}`}>
            <SchemaView schema={schema} />
          </Opened>
        )}
      </dd>
    </>
  );
}

function Values({ values }: { values: readonly unknown[] }) {
  return values.map((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return <code key={text}>{text}</code>;
  });
}

/** What is sent in the path, the query and headers. */
export function ParameterList({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <dl className={classes.members}>
      {parameters.map(({ name, schema, description, required, in: place }) => (
        <Member
          key={name}
          name={name}
          schema={description === undefined ? schema : { ...schema, description }}
          required={required}
          place={place}
        />
      ))}
    </dl>
  );
}
