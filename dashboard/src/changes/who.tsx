import type { LoggedAction } from '../api.ts';

/** Who made a change, and through what: what an app calls itself never stands where a person does. */
export function Who({ actor }: Pick<LoggedAction, 'actor'>) {
  const { type, user = 'Somebody', client, prefix, last_four } = actor;
  if (type === 'engine') return 'Sluice';
  return (
    <>
      <bdi>{user}</bdi>
      {client && (
        <>
          {' '}
          through the app <bdi>{client}</bdi>
        </>
      )}
      {!client && type === 'api_key' && ` through the key ${prefix}…${last_four}`}
    </>
  );
}
