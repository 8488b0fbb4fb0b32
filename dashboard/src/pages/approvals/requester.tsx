import { Tag } from '../../parts/status.tsx';
import { Person } from './person.tsx';
import type { Waiting } from './waiting.ts';

/** Who asked for a change, and through what. */
export function Requester({ queued: { requester, requested_by } }: { queued: Waiting }) {
  if (!requester) return <Person name={null} email={requested_by} />;
  const { name, key, client } = requester;
  return (
    <>
      <Person name={name} email={requested_by} />
      {client && (
        <>
          {' '}
          through the app <bdi>{client}</bdi>
        </>
      )}
      {!client && key && (
        <>
          {' '}
          through the key <bdi>{key.name}</bdi> <Tag mono>{`${key.prefix}…${key.last_four}`}</Tag>
        </>
      )}
      {!client && !key && ' through a key that is gone'}
    </>
  );
}
