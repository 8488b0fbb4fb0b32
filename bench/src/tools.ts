import type { Database } from '../../server/src/base/database.ts';
import { compare } from './compare.ts';
import { startServer } from './measure.ts';
import { seedWorld } from './seed.ts';

const CONNECTIONS = [8, 64, 256];

/** Tools against REST for the same data, and the list of tools against a server that only sends the same bytes. */
export async function benchTools(database: Database, databaseUrl: string): Promise<void> {
  const world = await seedWorld(database, 'tools');
  const sluice = await startServer('sluice-server.ts', { databaseUrl });
  const idle = await sluice.residentMb();
  const headers = { authorization: `Bearer ${world.key}` };
  const spoken = { ...headers, accept: 'application/json, text/event-stream' };
  const tool = { server: sluice, url: `${sluice.url}/mcp`, headers: spoken };
  const call = message('tools/call', { name: 'svc_list_campaigns', arguments: {} });
  const rest = { server: sluice, url: `${sluice.url}/v1/organizations/_/campaigns`, headers };
  await compare('Call svc_list_campaigns', { bare: rest, sluice: { ...tool, post: call } }, CONNECTIONS, 0.85, 'rest');

  const post = message('tools/list', {});
  const asked = { method: 'POST', headers: { ...spoken, 'content-type': 'application/json' } };
  const body = await fetch(tool.url, { ...asked, body: post }).then((answer) => answer.text());
  const bytes = await startServer('bytes-server.ts', { body });
  const list = { ...tool, post };
  await compare('List the tools', { bare: { ...list, server: bytes, url: bytes.url }, sluice: list }, CONNECTIONS, 0.8);
  await bytes.stop();

  const loaded = await sluice.residentMb();
  await fetch(tool.url, { ...asked, body: message('prompts/list', {}) }).then((answer) => answer.text());
  const spoke = await sluice.residentMb();
  console.log(
    `memory: ${mb(idle)} idle, ${mb(loaded)} after the load, ${mb(spoke)} once the protocol's library has spoken`,
  );
  await sluice.stop();
}

function message(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

function mb(size: number): string {
  return `${size.toFixed(0)} MB`;
}
