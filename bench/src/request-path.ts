import { type Database, statement } from '../../server/src/core/database.ts';
import { hashOf, makeKey, visibleParts } from '../../server/src/identity/key-format.ts';
import { SCOPES } from '../../server/src/identity/scopes.ts';
import { measure, startServer } from './measure.ts';

const CONNECTIONS = [8, 64, 256];
const SECONDS = 6;
const ROUNDS = 2;

/** Compares a read with everything on against the same read with nothing on, in one run. */
export async function benchRequestPath(database: Database, databaseUrl: string): Promise<void> {
  const { organizationId, key } = await seed(database);
  const bare = await startServer('bare-server.ts', { databaseUrl, organizationId });
  const sluice = await startServer('sluice-server.ts', { databaseUrl });
  const targets = {
    bare: { url: bare.url },
    sluice: { url: `${sluice.url}/v1/organizations/_`, headers: { authorization: `Bearer ${key}` } },
  };
  console.log(
    `\nA read, everything on, against a bare route (idle memory ${(await sluice.residentMb()).toFixed(0)} MB)`,
  );
  console.log('connections |   bare req/s  p50 ms  p99 ms | sluice req/s  p50 ms  p99 ms | ratio');
  for (const target of Object.values(targets)) await measure({ ...target, connections: 64, seconds: 3 });
  for (const connections of CONNECTIONS) {
    const best = { bare: await best_of(targets.bare, connections), sluice: await best_of(targets.sluice, connections) };
    const ratio = best.sluice.requestsPerSecond / best.bare.requestsPerSecond;
    console.log(
      `${String(connections).padStart(11)} | ${figures(best.bare)} | ${figures(best.sluice)} | ${ratio.toFixed(2)}`,
    );
  }
  console.log(`memory after load: ${(await sluice.residentMb()).toFixed(0)} MB`);
  await Promise.all([bare.stop(), sluice.stop()]);
}

type Target = { url: string; headers?: Record<string, string> };

async function best_of(target: Target, connections: number) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push(await measure({ ...target, connections, seconds: SECONDS }));
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  if (failed > 0) throw new Error(`${failed} requests to ${target.url} failed`);
  return rounds.reduce((a, b) => (a.requestsPerSecond > b.requestsPerSecond ? a : b));
}

function figures({ requestsPerSecond, p50, p99 }: { requestsPerSecond: number; p50: number; p99: number }): string {
  return `${requestsPerSecond.toFixed(0).padStart(12)} ${String(p50).padStart(7)} ${String(p99).padStart(7)}`;
}

const seedOrganization = statement<[], { id: number }>(`
  insert into organization (slug, name, currency, max_spend, rate_limit_per_minute, created_at)
  values ('bench', 'Bench', 'USD', 12000, 1000000000, now()) returning id`);
const seedPerson = statement<[], { id: number }>(
  `insert into person (email, name, created_at) values ('bench@example.test', 'Bench', now()) returning id`,
);
const seedMembership = statement<[number, number], never>(
  `insert into membership (organization_id, person_id, role, created_at) values ($1, $2, 'owner', now())`,
);
const seedKey = statement<[number, number, string[], Buffer, string, string], never>(`
  insert into api_key (organization_id, id, name, creator_id, scopes, hash, prefix, last_four, created_at, expires_at)
  values ($1, 'key_bench', 'bench', $2, $3, $4, $5, $6, now(), now() + interval '1 year')`);

async function seed(database: Database): Promise<{ organizationId: number; key: string }> {
  const organizationId = (await database.row(seedOrganization))?.id ?? 0;
  const personId = (await database.row(seedPerson))?.id ?? 0;
  await database.execute(seedMembership, organizationId, personId);
  const key = makeKey();
  const { prefix, lastFour } = visibleParts(key);
  await database.execute(seedKey, organizationId, personId, Object.keys(SCOPES), hashOf(key), prefix, lastFour);
  return { organizationId, key };
}
