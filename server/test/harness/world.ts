import { randomBytes, randomInt } from 'node:crypto';
import { claimAccount } from '../../src/ad-accounts/account-claim.store.ts';
import { linkAndSelect } from '../../src/ad-accounts/ad-account.store.ts';
import { saveConnection } from '../../src/ad-accounts/ad-connection.store.ts';
import type { Tenancy } from '../../src/base/context.ts';
import { type Database, type Queryable, statement } from '../../src/base/database.ts';
import { dayAt } from '../../src/base/days.ts';
import { newId } from '../../src/base/ids.ts';
import type { Role, Scope } from '../../src/base/scopes.ts';
import { findCampaign, insertCampaign } from '../../src/campaigns/campaign.store.ts';
import { addDraftAd } from '../../src/campaigns/drafts/draft.store.ts';
import { hashOf, makeKey, visibleParts } from '../../src/identity/key-format.ts';
import { insertKey, markRevoked, markRotated } from '../../src/identity/keys/api-key.store.ts';
import { deleteMember, insertMember, updateRole } from '../../src/identity/membership.store.ts';
import { insertClient } from '../../src/identity/oauth/client.store.ts';
import { saveRequest } from '../../src/identity/oauth/request.store.ts';
import { insertSession as insertOAuthSession } from '../../src/identity/oauth/session.store.ts';
import { insertToken } from '../../src/identity/oauth/token.store.ts';
import { insertPerson } from '../../src/identity/person.store.ts';
import { insertSession } from '../../src/identity/sign-in/session.store.ts';
import type { AccountChoice } from '../../src/ports/ad-platform.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { TokenVault } from '../../src/ports/token-vault.ts';
import { saveRecommendation } from '../../src/recommendations/recommendation.store.ts';
import { reportOfPeriod, saveReport } from '../../src/reports/report.store.ts';
import { lastPeriod } from '../../src/reports/report-types.ts';
import { insertStrategy } from '../../src/strategies/strategy.store.ts';
import { insertQueuedWrite } from '../../src/writes/approvals/queued-write.store.ts';
import { testVault } from './ad-platform.ts';

const DAY_MS = 86_400_000;
const KEY_DAYS = 365;
const ROTATED_KEY_DAYS = 2;
const SESSION_DAYS = 30;
/** What access tokens for the REST API are issued for in the tests. */
const REST_RESOURCE = 'http://localhost:3000/v1';
const WEEK = 7;

/** All ten scopes, in the specification's order. */
export const ALL_SCOPES: readonly Scope[] = [
  'organizations:read',
  'campaigns:read',
  'performance:read',
  'reports:read',
  'reports:generate',
  'recommendations:read',
  'recommendations:apply',
  'campaigns:write',
  'keywords:write',
  'audit:read',
];

/** What each role may carry at most, and the operator's staff, who hold none. */
export const CEILINGS: Readonly<Record<Role | 'staff', readonly Scope[]>> = {
  member: ALL_SCOPES.slice(0, 6),
  admin: ALL_SCOPES.slice(0, 9),
  owner: ALL_SCOPES,
  staff: ALL_SCOPES.slice(0, 6).filter((scope) => scope.endsWith(':read')),
};

/** A person of the world, with the cookie of an open dashboard session. */
export interface Person {
  id: number;
  email: string;
  cookie: string;
}

/** An issued key, and what the audit trail should say of it. */
export interface IssuedKey {
  id: string;
  key: string;
  prefix: string;
  lastFour: string;
  organizationId: number;
  creator: Person;
}

/** An organization of the world. */
export interface SeededOrganization {
  id: number;
  slug: string;
}

/** The people and organizations that the gate's tests act with. */
export interface World {
  /** Where everybody of this world works. */
  harbor: SeededOrganization;
  /** Somebody else's. */
  orchard: SeededOrganization;
  people: Readonly<Record<Role | 'staff' | 'stranger', Person>>;
  /** A finished task of harbor. */
  taskId: number;
  /** Links an ad account to harbor through a login of the person and selects it; no platform knows either. */
  addAccount(person: Person): Promise<string>;
  /** Connects a login of the person to harbor that reaches no account. */
  addConnection(person: Person): Promise<string>;
  /** A draft of harbor. */
  campaignSlug: string;
  /** An ad of that draft. */
  addAd(): Promise<number>;
  addPerson(name: string, role?: Role): Promise<Person>;
  /** An action of harbor that was undone before: undoing it again changes nothing. */
  addAction(): Promise<string>;
  /** A change of harbor's campaign that waits for a person. */
  addQueuedWrite(): Promise<string>;
  /** A pending recommendation for harbor's campaign. */
  addRecommendation(): Promise<string>;
  /** A weekly report that was written. */
  addReport(): Promise<string>;
  /** A strategy that waits to be written. */
  addStrategy(): Promise<string>;
  /** What waits for a person in harbor, from its Owner. */
  addInvitation(person: Person): Promise<string>;
  /** Another session of the person. */
  addSession(person: Person): Promise<string>;
  /** An app's request to connect, as its redirect would leave it. */
  addConnectRequest(): Promise<string>;
  /** An app that the person has connected, with a token for the REST API that lives for an hour. */
  addApp(options?: AppOptions): Promise<ConnectedApp>;
  addOrganization(slug: string, options?: { rateLimitPerMinute?: number }): Promise<SeededOrganization>;
  addKey(options?: KeyOptions): Promise<IssuedKey>;
  addMember(organization: SeededOrganization, person: Person, role: Role): Promise<void>;
  revoke(key: IssuedKey): Promise<void>;
  /** Leaves the key as a rotation at this moment would. */
  rotate(key: IssuedKey): Promise<IssuedKey>;
  setRole(person: Person, role: Role): Promise<void>;
  remove(person: Person): Promise<void>;
}

/** A connected app of somebody. */
export interface ConnectedApp {
  id: string;
  /** Its access token. */
  token: string;
  sessionId: string;
  name: string;
  person: Person;
}

/** What a connected app is like; by default the Owner's, with all scopes, for the REST API. */
export interface AppOptions {
  person?: Person;
  scopes?: readonly string[];
  resource?: string;
}

/** What a key of the world is like; by default the Owner's, with all scopes, in harbor. */
export interface KeyOptions {
  creator?: Person;
  scopes?: readonly string[];
  organization?: SeededOrganization;
  expiresAt?: number;
}

const insertOrganization = statement<
  [slug: string, createdAt: Date, rateLimit: number | null],
  { id: number; slug: string }
>(`insert into organization (slug, name, currency, created_at, rate_limit_per_minute)
   values ($1, initcap($1), 'EUR', $2, $3) returning id, slug`);
const insertProfile = statement<[organizationId: number, at: Date], never>(`
  insert into business_profile (organization_id, url, brand_name, description, status, updated_at)
  values ($1, 'https://harbor.example', 'Harbor', 'Boats by the day', 'ready', $2)`);
const insertTeam = statement<[name: string], { id: number }>('insert into staff_team (name) values ($1) returning id');
const insertTeamMember = statement<[team: number, person: number], never>(
  'insert into staff_team_member (team_id, person_id) values ($1, $2)',
);
const insertAssignment = statement<[organizationId: number, team: number], never>(
  'insert into staff_team_assignment (organization_id, team_id) values ($1, $2)',
);
const insertTask = statement<[organizationId: number, at: Date], { task_tracking_id: number }>(`
  insert into task (type, organization_id, payload, status, turn, created_at, finished_at)
  values ('sync_account', $1, '{}', 'completed', 1, $2, $2) returning task_tracking_id`);

const insertUndoneAction = statement<[organizationId: number, id: string, at: Date], never>(`
  insert into action (organization_id, id, at, source, actor, op, campaign, detail, steps, status, request_id, undone_at)
  values ($1, $2, $3, 'dashboard', '{"type":"user"}', 'update_campaign', 'gone', 'Renamed', '[]', 'executed', 'req', $3)`);

const insertInvitation = statement<[organizationId: number, id: string, email: string, by: number, at: Date], never>(`
  insert into invitation (organization_id, id, email, role, invited_by, created_at, expires_at, state)
  values ($1, $2, $3, 'member', $4, $5::timestamptz, $5::timestamptz + interval '7 days', 'pending')
  on conflict (organization_id, email) where state in ('pending', 'declined') do update set id = excluded.id`);

/** Fills an empty database with two organizations and with people in every role. */
export async function world(database: Database, clock: Clock, vault: TokenVault = testVault()): Promise<World> {
  const harbor = await addOrganization(database, clock, 'harbor');
  const orchard = await addOrganization(database, clock, 'orchard');
  const [owner, admin, member, staff, stranger] = await Promise.all(
    ['olga', 'adam', 'mina', 'stella', 'omar'].map((name) => addPerson(database, clock, name)),
  );
  if (!owner || !admin || !member || !staff || !stranger) throw new Error('five people were asked for');
  const roles: [SeededOrganization, Person, Role][] = [
    [harbor, owner, 'owner'],
    [harbor, admin, 'admin'],
    [harbor, member, 'member'],
    [orchard, stranger, 'owner'],
  ];
  const createdAt = new Date(clock.now());
  const addMember = async (organization: SeededOrganization, { id }: Person, role: Role) => {
    await insertMember({ organizationId: organization.id, db: database }, { personId: id, role, createdAt });
  };
  for (const [organization, person, role] of roles) await addMember(organization, person, role);
  await seedHarbor(database, harbor, staff, createdAt);
  const ofHarbor = { database, clock, vault, harbor };
  await addAccount(ofHarbor, owner);
  const tenancy = { organizationId: harbor.id, db: database };
  const campaignSlug = await addCampaign(database, clock, harbor);
  return {
    harbor,
    orchard,
    people: { owner, admin, member, staff, stranger },
    addAccount: (person) => addAccount(ofHarbor, person),
    addConnection: (person) => addConnection(ofHarbor, person),
    campaignSlug,
    addAd: () => addAd(database, clock, harbor, campaignSlug),
    taskId: idOf(await database.row(insertTask, harbor.id, createdAt), ({ task_tracking_id }) => task_tracking_id),
    addOrganization: (slug, { rateLimitPerMinute } = {}) => addOrganization(database, clock, slug, rateLimitPerMinute),
    addAction: () => addAction(database, clock, harbor),
    addQueuedWrite: () => addQueuedWrite(database, clock, harbor, owner),
    addRecommendation: () => addRecommendation(database, clock, harbor),
    addReport: () => addReport(tenancy, clock.now()),
    addStrategy: () => addStrategy(tenancy, clock.now()),
    addInvitation: (person) => addInvitation(database, clock, harbor, owner, person),
    addSession: (person) => addSession(database, clock, person),
    addConnectRequest: () => addConnectRequest(database, clock),
    addApp: (options = {}) => addApp(database, clock, { person: owner, ...options }),
    async addPerson(name, role) {
      const person = await addPerson(database, clock, name);
      if (role) await addMember(harbor, person, role);
      return person;
    },
    addMember,
    addKey: (options = {}) => addKey(database, clock, { creator: owner, organization: harbor, ...options }),
    revoke: (key) => markRevoked({ organizationId: key.organizationId, db: database }, key.id, new Date(clock.now())),
    async rotate(old) {
      const replacement = await addKey(database, clock, { creator: old.creator, organization: harbor });
      const at = new Date(clock.now());
      const until = new Date(clock.now() + ROTATED_KEY_DAYS * DAY_MS);
      await markRotated({ ...tenancy, organizationId: old.organizationId }, old.id, {
        replacedBy: replacement.id,
        at,
        until,
      });
      return replacement;
    },
    setRole: (person, role) => updateRole(tenancy, person.id, role),
    remove: (person) => deleteMember(tenancy, person.id),
  };
}

async function seedHarbor(db: Queryable, harbor: SeededOrganization, staff: Person, at: Date): Promise<void> {
  const team = idOf(await db.row(insertTeam, 'Northern team'), ({ id }) => id);
  await db.execute(insertTeamMember, team, staff.id);
  await db.execute(insertAssignment, harbor.id, team);
  await db.execute(insertProfile, harbor.id, at);
}

async function addAction(db: Queryable, clock: Clock, { id: organizationId }: SeededOrganization): Promise<string> {
  const id = newId('act', clock.now());
  await db.execute(insertUndoneAction, organizationId, id, new Date(clock.now()));
  return id;
}

async function addReport(tenancy: Tenancy, at: number): Promise<string> {
  const { id } = await reportOfPeriod(tenancy, 'weekly', lastPeriod('weekly', dayAt(at) - WEEK), at);
  await saveReport(tenancy, id, { markdown: '# A quiet week\n', facts: [] }, at);
  return id;
}

async function addStrategy(tenancy: Tenancy, at: number): Promise<string> {
  const id = newId('str', at);
  await insertStrategy(tenancy, { id, title: 'A strategy', documents: [], at });
  return id;
}

async function addInvitation(
  db: Queryable,
  clock: Clock,
  harbor: SeededOrganization,
  owner: Person,
  { email }: Person,
): Promise<string> {
  const id = newId('inv', clock.now());
  await db.execute(insertInvitation, harbor.id, id, email, owner.id, new Date(clock.now()));
  return id;
}

const HOUR_MS = 3_600_000;
const APP_NAME = 'Assistant';

async function addSession(db: Queryable, clock: Clock, { id: personId }: Person): Promise<string> {
  const hash = randomBytes(32);
  const [createdAt, expiresAt] = [new Date(clock.now()), new Date(clock.now() + HOUR_MS)];
  await insertSession(db, { hash, createdAt, expiresAt, ip: '127.0.0.1', shown: nothing(personId) });
  return hash.toString('hex').slice(0, 32);
}

/** Those of this world have neither a password nor a second factor. */
function nothing(id: number) {
  return { id, password_hash: null, second_factor_since: null };
}

async function addConnectRequest(db: Queryable, clock: Clock): Promise<string> {
  const uid = randomBytes(33).toString('base64url').slice(0, 43);
  const clientId = randomBytes(16).toString('base64url');
  const redirect_uri = 'http://localhost:7777/callback';
  await insertClient(
    db,
    clientId,
    { client_id: clientId, client_name: APP_NAME, redirect_uris: [redirect_uri] },
    new Date(clock.now()),
  );
  const params = { client_id: clientId, redirect_uri, resource: REST_RESOURCE, scope: ALL_SCOPES.join(' ') };
  await saveRequest(db, hashOf(uid), { kind: 'Interaction', params }, new Date(clock.now() + HOUR_MS));
  return uid;
}

async function addApp(
  database: Database,
  clock: Clock,
  { person, scopes = ALL_SCOPES, resource = REST_RESOURCE }: AppOptions & Required<Pick<AppOptions, 'person'>>,
): Promise<ConnectedApp> {
  const at = new Date(clock.now());
  const token = randomBytes(33).toString('base64url').slice(0, 43);
  const sessionId = randomBytes(16).toString('base64url');
  const id = newId('app', clock.now());
  const connection = { id, clientId: `client of ${id}`, clientName: APP_NAME, scopes };
  await database.transaction(async (db) => {
    await insertOAuthSession(db, { id: sessionId, personId: person.id, resource, at, connection });
    await insertToken(db, {
      hash: hashOf(token),
      kind: 'AccessToken',
      sessionId,
      payload: { scope: scopes.join(' '), aud: resource },
      expiresAt: new Date(clock.now() + HOUR_MS),
    });
  });
  return { id, token, sessionId, name: APP_NAME, person };
}

async function addQueuedWrite(
  db: Queryable,
  clock: Clock,
  harbor: SeededOrganization,
  { id: person_id, email }: Person,
): Promise<string> {
  const id = newId('qw', clock.now());
  await insertQueuedWrite(
    { organizationId: harbor.id, db },
    {
      id,
      operation: 'update_campaign',
      campaign: 'gone',
      input: { slug: 'gone', name: 'Renamed' },
      summary: 'Rename a campaign',
      changes: [{ field: 'name', from: 'Named', to: 'Renamed' }],
      credential: `app:${person_id}`,
      requester: { via: 'connected_app', person_id, email, client: 'Assistant' },
      requestedAt: new Date(clock.now()),
    },
  );
  return id;
}

async function addOrganization(
  db: Queryable,
  clock: Clock,
  slug: string,
  rateLimit?: number,
): Promise<SeededOrganization> {
  const row = await db.row(insertOrganization, slug, new Date(clock.now()), rateLimit ?? null);
  if (!row) throw new Error('an insert returned no row');
  return row;
}

interface OfHarbor {
  database: Database;
  clock: Clock;
  vault: TokenVault;
  harbor: SeededOrganization;
}

async function addAccount(of: OfHarbor, person: Person): Promise<string> {
  const customerId = String(randomInt(1_000_000_000, 10_000_000_000));
  const account = { customerId, loginCustomerId: null, name: 'Harbor', currency: 'EUR', timeZone: 'Europe/Berlin' };
  const tenancy = { organizationId: of.harbor.id, db: of.database };
  const at = new Date(of.clock.now());
  const connection = await addConnection(of, person, [account]);
  await claimAccount(tenancy, customerId, at);
  await linkAndSelect(tenancy, account, connection, at);
  return customerId;
}

function addConnection(
  { database: db, clock, vault, harbor: { id } }: OfHarbor,
  person: Person,
  accounts: AccountChoice[] = [],
): Promise<string> {
  const login = `ads-${randomBytes(6).toString('hex')}@people.example`;
  const sealed = vault.seal({ organizationId: String(id), login, refreshToken: '1//made-up' });
  const by = { personId: person.id, at: new Date(clock.now()) };
  return saveConnection({ organizationId: id, db }, { id: newId('con', clock.now()), login, sealed, accounts }, by);
}

/** Of a type of its own: a campaign has one pending of each. */
async function addRecommendation(db: Queryable, clock: Clock, { id }: SeededOrganization): Promise<string> {
  const tenancy = { organizationId: id, db };
  const campaign = await findCampaign(tenancy, 'boats-by-the-day');
  if (!campaign) throw new Error('harbor has no campaign');
  const free = { op: 'add_negative_keyword', campaign_id: campaign.id, ad_id: null, text: 'free' } as const;
  return saveRecommendation(
    tenancy,
    {
      campaignId: campaign.id,
      type: `found_${randomBytes(4).toString('hex')}`,
      summary: 'one change',
      proposals: [{ ...free, match_type: 'exact' }],
      findings: [],
      estimatedMonthlySaving: '12.50',
    },
    clock.now(),
  );
}

async function addCampaign(db: Queryable, clock: Clock, { id }: SeededOrganization): Promise<string> {
  const draft = {
    name: 'Boats by the day',
    type: 'prospecting',
    state: 'draft',
    website_url: 'https://harbor.example',
  } as const;
  const added = await insertCampaign({ organizationId: id, db }, draft, clock.now());
  if (!added) throw new Error('an insert returned no row');
  return added.slug;
}

async function addAd(db: Queryable, clock: Clock, { id }: SeededOrganization, slug: string): Promise<number> {
  const tenancy = { organizationId: id, db };
  const campaign = await findCampaign(tenancy, slug);
  if (!campaign) throw new Error('the draft is gone');
  const name = `Boats ${randomBytes(4).toString('hex')}`;
  const ad = { name, final_url: 'https://harbor.example/boats', headlines: [], descriptions: [], keywords: [] };
  return addDraftAd(tenancy, campaign.id, ad, new Date(clock.now()));
}

async function addPerson(db: Queryable, clock: Clock, name: string): Promise<Person> {
  const email = `${name}@people.example`;
  const createdAt = new Date(clock.now());
  const id = await insertPerson(db, { email, name, passwordHash: null, createdAt });
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now() + SESSION_DAYS * DAY_MS);
  await insertSession(db, {
    hash: hashOf(token),
    createdAt,
    expiresAt,
    ip: '127.0.0.1',
    shown: nothing(id),
  });
  return { id, email, cookie: `sluice_session=${token}` };
}

async function addKey(
  db: Queryable,
  clock: Clock,
  {
    creator,
    organization,
    scopes = ALL_SCOPES,
    expiresAt,
  }: KeyOptions & Required<Pick<KeyOptions, 'creator' | 'organization'>>,
): Promise<IssuedKey> {
  const key = makeKey();
  const id = `key_${randomBytes(8).toString('hex')}`;
  const parts = visibleParts(key);
  await insertKey(
    { organizationId: organization.id, db },
    {
      id,
      name: 'test',
      creatorId: creator.id,
      scopes,
      hash: hashOf(key),
      ...parts,
      createdAt: new Date(clock.now()),
      expiresAt: new Date(expiresAt ?? clock.now() + KEY_DAYS * DAY_MS),
    },
  );
  return { id, key, ...parts, organizationId: organization.id, creator };
}

function idOf<Row>(row: Row | undefined, read: (row: Row) => number): number {
  if (row === undefined) throw new Error('an insert returned no row');
  return read(row);
}
