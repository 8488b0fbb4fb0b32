import pg from 'pg';

const RELISTEN_AFTER_MS = 1_000;

/** Who listens. */
interface Listener {
  onNotice(payload: string): void;
  onLost?: (() => void) | undefined;
  onError(error: Error): void;
}

/** Listens on a connection of its own, which is opened again after it broke. */
export async function listen(
  options: pg.ClientConfig,
  channel: string,
  { onNotice, onLost, onError }: Listener,
): Promise<() => Promise<void>> {
  let closed = false;
  let current: pg.Client | undefined;
  const connect = async () => {
    const client = new pg.Client(options);
    client.on('notification', (notice) => onNotice(notice.payload ?? ''));
    client.on('error', onError);
    client.on('end', () => {
      if (!closed && client === current) onLost?.();
      if (!closed) setTimeout(() => closed || connect().catch(onError), RELISTEN_AFTER_MS).unref();
    });
    await client.connect();
    try {
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      // A server that is about to be promoted answers and listens to nothing: its connection would stay for ever.
      await client.end();
      throw error;
    }
    current = client;
  };
  await connect().catch((error: unknown) => {
    closed = true;
    throw error;
  });
  return async () => {
    closed = true;
    await current?.end();
  };
}
