import { randomBytes } from 'node:crypto';
import { type Database, statement } from '../../server/src/base/database.ts';
import { SCOPES } from '../../server/src/base/scopes.ts';
import { hashOf, makeKey, visibleParts } from '../../server/src/identity/key-format.ts';
import { insertSession } from '../../server/src/identity/oauth/session.store.ts';
import { insertToken } from '../../server/src/identity/oauth/token.store.ts';

/** What the servers and loads of a bench need to know. */
export interface BenchWorld {
  organizationId: number;
  personId: number;
  keyId: string;
  key: string;
  /** An access token of an app that the key's creator has connected. */
  token: string;
}

/** Campaigns of the bench organization: enough for a full page, and for writes that seldom meet. */
export const CAMPAIGNS = 300;

const insertOrganization = statement<[slug: string], { id: number }>(`
  insert into organization (slug, name, currency, max_spend, rate_limit_per_minute, daily_write_quota, created_at)
  values ($1, 'Bench', 'USD', 12000000, 1000000000, 1000000000, now()) returning id`);
const insertPerson = statement<[email: string], { id: number }>(
  `insert into person (email, name, created_at) values ($1, 'Bench', now()) returning id`,
);
const insertMembership = statement<[number, number], never>(
  `insert into membership (organization_id, person_id, role, created_at) values ($1, $2, 'owner', now())`,
);
const insertKey = statement<[number, string, number, string[], Buffer, string, string], never>(`
  insert into api_key (organization_id, id, name, creator_id, scopes, hash, prefix, last_four, created_at, expires_at)
  values ($1, $2, 'bench', $3, $4, $5, $6, $7, now(), now() + interval '1 year')`);
const insertCampaigns = statement<[number, number], never>(`
  insert into campaign (organization_id, slug, name, type, state, budget, website_url, created_at, updated_at,
    spend_7d, conversions_7d, cpa_7d)
  select $1::integer, 'campaign-' || n, 'Prospecting campaign number ' || n, 'prospecting', 'draft', 40,
    'https://bench.example', now() - n * interval '1 hour', now(), 123.45, 6, 20.58
  from generate_series(1, $2) n`);

/** Makes one organization with an Owner, a key without limits and a few hundred drafts. */
export async function seedWorld(database: Database, name = 'bench'): Promise<BenchWorld> {
  const organizationId = (await database.row(insertOrganization, name))?.id ?? 0;
  const personId = (await database.row(insertPerson, `${name}@example.test`))?.id ?? 0;
  await database.execute(insertMembership, organizationId, personId);
  await database.execute(insertCampaigns, organizationId, CAMPAIGNS);
  const key = makeKey();
  const { prefix, lastFour } = visibleParts(key);
  const keyId = `key_${name}`;
  const scopes = Object.keys(SCOPES);
  await database.execute(insertKey, organizationId, keyId, personId, scopes, hashOf(key), prefix, lastFour);
  return { organizationId, personId, keyId, key, token: await connectApp(database, personId, scopes) };
}

/** What access tokens for the REST API of the bench are for. */
const RESOURCE = 'http://localhost:3000/v1';
const HOUR_MS = 3_600_000;

async function connectApp(database: Database, personId: number, scopes: readonly string[]): Promise<string> {
  const token = randomBytes(33).toString('base64url').slice(0, 43);
  const id = randomBytes(16).toString('base64url');
  const at = new Date();
  const connection = { id: `app_${id}`, clientId: 'bench', clientName: 'Bench', scopes };
  await database.transaction(async (db) => {
    await insertSession(db, { id, personId, resource: RESOURCE, at, connection });
    const payload = { scope: scopes.join(' ') };
    const expiresAt = new Date(at.getTime() + HOUR_MS);
    await insertToken(db, { hash: hashOf(token), kind: 'AccessToken', sessionId: id, payload, expiresAt });
  });
  return token;
}
