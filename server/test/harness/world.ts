import { type Database, type Queryable, statement } from '../../src/base/database.ts';
import type { Role } from '../../src/base/scopes.ts';
import { markRevoked, markRotated } from '../../src/identity/keys/api-key.store.ts';
import { deleteMember, insertMember, updateRole } from '../../src/identity/membership.store.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { TokenVault } from '../../src/ports/token-vault.ts';
import { testVault } from './ad-platform.ts';
import {
  type AppOptions,
  addApp,
  addConnectRequest,
  addInvitation,
  addKey,
  addPerson,
  addSession,
  type ConnectedApp,
  type IssuedKey,
  type KeyOptions,
  type Person,
  type SeededOrganization,
} from './world-people.ts';
import {
  addAccount,
  addAction,
  addAd,
  addCampaign,
  addConnection,
  addQueuedWrite,
  addRecommendation,
  addReport,
  addStrategy,
} from './world-records.ts';

const DAY_MS = 86_400_000;
const ROTATED_KEY_DAYS = 2;

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

function idOf<Row>(row: Row | undefined, read: (row: Row) => number): number {
  if (row === undefined) throw new Error('an insert returned no row');
  return read(row);
}
