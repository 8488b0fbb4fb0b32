import { channel } from 'node:diagnostics_channel';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type ReaderSettings, siteReader } from '../../../src/adapters/site-reader/site-reader.ts';
import type { Site, SiteOrder } from '../../../src/ports/site-reader.ts';
import type { Cleaned } from '../../harness/database.ts';

/** What a page of a test site answers: its HTML, or a function that answers for itself. */
export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

/** A website on this machine and what was asked of it. */
export interface TestSite {
  url: string;
  host: string;
  asked: string[];
  agents: Set<string>;
}

/** Serves pages by their path; it is gone when the test ends. */
export async function serveSite(t: Cleaned, pages: Readonly<Record<string, Page>>): Promise<TestSite> {
  const asked: string[] = [];
  const agents = new Set<string>();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    agents.add(request.headers['user-agent'] ?? '');
    const page = pages[request.url ?? ''];
    if (typeof page === 'function') return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(page ?? '<h1>Nothing here</h1>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return { url: `http://${host}/`, host, asked, agents };
}

/** Reads a site as the service does; names are known only where a test says what they stand for. */
export function readSite(
  address: string,
  settings: Partial<ReaderSettings> = {},
  order: Partial<SiteOrder> = {},
): Promise<Site> {
  const reader = siteReader({ allowed: [], contact: 'https://sluice.example/bot', find: async () => [], ...settings });
  return reader.read({ address, mostPages: 10, signal: new AbortController().signal, ...order });
}

/** Runs something and counts the connections that this process began meanwhile. */
export async function connectionsDuring(run: () => Promise<unknown>): Promise<number> {
  let begun = 0;
  const count = () => {
    begun += 1;
  };
  const sockets = channel('net.client.socket');
  sockets.subscribe(count);
  await run().catch(() => {});
  sockets.unsubscribe(count);
  return begun;
}
