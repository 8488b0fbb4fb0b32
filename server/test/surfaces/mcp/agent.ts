import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Cleaned } from '../../harness/database.ts';

/** The ways in which clients find out what a server speaks. */
export const MODES = {
  legacy: 'legacy',
  auto: 'auto',
  pinned: { pin: '2026-07-28' },
} as const satisfies Record<string, NonNullable<ClientOptions['versionNegotiation']>['mode']>;

/** Connects a client of the protocol's own library. */
export async function connect(
  t: Cleaned,
  base: string,
  { key, mode = 'auto' }: { key: string; mode?: (typeof MODES)[keyof typeof MODES] },
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { requestInit: { headers } }));
  t.after(() => client.close());
  return client;
}
