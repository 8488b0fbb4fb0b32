import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import pg from 'pg';

/** Stands between whoever asks a database and its server: what is said on each connection goes as `link` has it. */
export async function standBetween(
  t: Pick<TestContext, 'after'>,
  url: string,
  link: (here: Socket, there: Socket) => void,
): Promise<{ url: string; open: Set<Socket> }> {
  const { host, port } = new pg.Client(url);
  const open = new Set<Socket>();
  const server = createServer((here) => {
    const there = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const side of [here, there]) open.add(side.on('error', () => {}));
    link(here, there);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const side of open) side.destroy();
    server.close();
  });
  const own = new URL(url);
  own.searchParams.delete('host');
  own.hostname = '127.0.0.1';
  own.port = String((server.address() as AddressInfo).port);
  return { url: own.href, open };
}
