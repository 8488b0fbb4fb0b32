import { randomBytes } from 'node:crypto';
import { type Database, type Queryable, statement } from '../../src/base/database.ts';
import { newId } from '../../src/base/ids.ts';
import type { Role, Scope } from '../../src/base/scopes.ts';
import { hashOf, makeKey, visibleParts } from '../../src/identity/key-format.ts';
import { insertKey } from '../../src/identity/keys/api-key.store.ts';
import { insertClient } from '../../src/identity/oauth/client.store.ts';
import { saveRequest } from '../../src/identity/oauth/request.store.ts';
import { insertSession as insertOAuthSession } from '../../src/identity/oauth/session.store.ts';
import { insertToken } from '../../src/identity/oauth/token.store.ts';
import { insertPerson } from '../../src/identity/person.store.ts';
import { insertSession } from '../../src/identity/sign-in/session.store.ts';
import type { Clock } from '../../src/ports/clock.ts';

const DAY_MS = 86_400_000;
const KEY_DAYS = 365;
const SESSION_DAYS = 30;
/** What access tokens for the REST API are issued for in the tests. */
const REST_RESOURCE = 'http://localhost:3000/v1';

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

const insertInvitation = statement<[organizationId: number, id: string, email: string, by: number, at: Date], never>(`
  insert into invitation (organization_id, id, email, role, invited_by, created_at, expires_at, state)
  values ($1, $2, $3, 'member', $4, $5::timestamptz, $5::timestamptz + interval '7 days', 'pending')
  on conflict (organization_id, email) where state in ('pending', 'declined') do update set id = excluded.id`);

/** Invites a person to harbor, and returns the id of the invitation. */
export async function addInvitation(
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

/** Signs a person in once more, and returns the id by which they see that session. */
export async function addSession(database: Database, clock: Clock, { id: personId }: Person): Promise<string> {
  const hash = randomBytes(32);
  const [createdAt, expiresAt] = [new Date(clock.now()), new Date(clock.now() + HOUR_MS)];
  const session = { hash, createdAt, expiresAt, ip: '127.0.0.1', shown: nothing(personId) };
  await database.transaction((db) => insertSession(db, session));
  return hash.toString('hex').slice(0, 32);
}

/** Those of this world have neither a password nor a second factor. */
function nothing(id: number) {
  return { id, password_hash: null, second_factor_since: null };
}

/** An app that asks to be connected and waits for somebody’s consent. */
export async function addConnectRequest(db: Queryable, clock: Clock): Promise<string> {
  const uid = randomBytes(33).toString('base64url').slice(0, 43);
  const clientId = randomBytes(16).toString('base64url');
  const redirect_uri = 'http://localhost:7777/callback';
  await insertClient(
    db,
    clientId,
    { client_id: clientId, client_name: APP_NAME, redirect_uris: [redirect_uri] },
    new Date(clock.now()),
  );
  const params = {
    client_id: clientId,
    sluice_app_name: APP_NAME,
    redirect_uri,
    resource: REST_RESOURCE,
    scope: ALL_SCOPES.join(' '),
  };
  await saveRequest(db, hashOf(uid), { kind: 'Interaction', params }, new Date(clock.now() + HOUR_MS));
  return uid;
}

/** Connects an app to a person. */
export async function addApp(
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

/** A person who is signed in. */
export async function addPerson(database: Database, clock: Clock, name: string): Promise<Person> {
  const email = `${name}@people.example`;
  const createdAt = new Date(clock.now());
  const id = await insertPerson(database, { email, name, passwordHash: null, createdAt });
  return { id, email, cookie: await newCookie(database, clock, id) };
}

/** The cookie of another session of a person. */
export async function newCookie(database: Database, clock: Clock, personId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const [createdAt, expiresAt] = [new Date(clock.now()), new Date(clock.now() + SESSION_DAYS * DAY_MS)];
  const session = { hash: hashOf(token), createdAt, expiresAt, ip: '127.0.0.1', shown: nothing(personId) };
  await database.transaction((db) => insertSession(db, session));
  return `sluice_session=${token}`;
}

/** A key, with its secret. */
export async function addKey(
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
