import type { QueuedWrite } from '../../api.ts';
import { Tag } from '../../parts/status.tsx';

/** Who asked for a change, and through what. */
export function Requester({ queued: { requester, requested_by } }: { queued: QueuedWrite }) {
  const { name, key, client } = requester;
  return (
    <>
      <strong>{name ?? requested_by}</strong>
      {client && <> through the app {client}</>}
      {!client && key && (
        <>
          {' '}
          through the key {key.name} <Tag mono>{`${key.prefix}…${key.last_four}`}</Tag>
        </>
      )}
      {!client && !key && ' through a key that is gone'}
    </>
  );
}
