import type { Database } from '../../server/src/base/database.ts';
import { compare } from './compare.ts';
import { startServer } from './measure.ts';
import { CAMPAIGNS, seedWorld } from './seed.ts';

const READ_CONNECTIONS = [8, 64, 256];
const WRITE_CONNECTIONS = [8, 64];
/** Between these budgets every move is within 25 %. */
const BUDGETS = { from: 40, to: 48 };

/** Compares reads and writes with everything on against the same statements with nothing on, in one run. */
export async function benchRequestPath(database: Database, databaseUrl: string): Promise<void> {
  const world = await seedWorld(database);
  const bare = await startServer('bare-server.ts', { databaseUrl, world });
  const sluice = await startServer('sluice-server.ts', { databaseUrl });
  console.log(`idle memory of the service: ${(await sluice.residentMb()).toFixed(0)} MB (goal: under 150)`);
  const headers = { authorization: `Bearer ${world.key}` };
  const own = `${sluice.url}/v1/organizations/_`;
  const read = (path: string, ours: string) => ({
    bare: { server: bare, url: bare.url + path },
    sluice: { server: sluice, url: own + ours, headers },
  });
  await compare('List 20 of 300 campaigns', read('/campaigns', '/campaigns'), READ_CONNECTIONS, 0.8);
  await compare('One organization', read('/organization', ''), READ_CONNECTIONS, 0.8);
  const named = `${sluice.url}/v1/organizations/bench/campaigns`;
  const withToken = { server: sluice, url: named, headers: { authorization: `Bearer ${world.token}` } };
  const tokens = { bare: { server: sluice, url: named, headers }, sluice: withToken };
  await compare('The same list with an access token', tokens, READ_CONNECTIONS, 0.95, 'key');
  const edit = (dry_run: boolean) => {
    const budgets = { ...BUDGETS, slugs: CAMPAIGNS, dry_run };
    return {
      bare: { server: bare, url: bare.url, edit: budgets },
      sluice: { server: sluice, url: own, headers, edit: budgets },
    };
  };
  await compare('Preview a budget', edit(true), WRITE_CONNECTIONS, 0.5);
  await compare('Execute a budget on a draft', edit(false), WRITE_CONNECTIONS, 0.5);
  console.log(`memory of the service after the load: ${(await sluice.residentMb()).toFixed(0)} MB`);
  await Promise.all([bare.stop(), sluice.stop()]);
}
