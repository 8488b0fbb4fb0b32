import { randomBytes, randomInt } from 'node:crypto';
import { claimAccount } from '../../src/ad-accounts/account-claim.store.ts';
import { linkAndSelect } from '../../src/ad-accounts/ad-account.store.ts';
import { saveConnection } from '../../src/ad-accounts/ad-connection.store.ts';
import type { Tenancy } from '../../src/base/context.ts';
import { type Database, type Queryable, statement } from '../../src/base/database.ts';
import { dayAt } from '../../src/base/days.ts';
import { newId } from '../../src/base/ids.ts';
import { findCampaign, insertCampaign } from '../../src/campaigns/campaign.store.ts';
import { addDraftAd } from '../../src/campaigns/drafts/draft.store.ts';
import type { AccountChoice } from '../../src/ports/ad-platform.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { TokenVault } from '../../src/ports/token-vault.ts';
import { saveRecommendation } from '../../src/recommendations/recommendation.store.ts';
import { reportOfPeriod, saveReport } from '../../src/reports/report.store.ts';
import { lastPeriod } from '../../src/reports/report-types.ts';
import { insertStrategy } from '../../src/strategies/strategy.store.ts';
import { insertQueuedWrite } from '../../src/writes/approvals/queued-write.store.ts';
import type { Person, SeededOrganization } from './world-people.ts';

const WEEK = 7;

const insertUndoneAction = statement<[organizationId: number, id: string, at: Date], never>(`
  insert into action (organization_id, id, at, source, actor, op, campaign, detail, steps, status, request_id, undo_status,
    undone_at)
  values ($1, $2, $3, 'dashboard', '{"type":"user"}', 'update_campaign', 'gone', 'Renamed', '[]', 'executed', 'req', 'executed',
    $3)`);

/** An action of harbor that was undone. */
export async function addAction(
  db: Queryable,
  clock: Clock,
  { id: organizationId }: SeededOrganization,
): Promise<string> {
  const id = newId('act', clock.now());
  await db.execute(insertUndoneAction, organizationId, id, new Date(clock.now()));
  return id;
}

/** The weekly report of the week before last. */
export async function addReport(tenancy: Tenancy, at: number): Promise<string> {
  const { id } = await reportOfPeriod(tenancy, 'weekly', lastPeriod('weekly', dayAt(at) - WEEK), at);
  await saveReport(tenancy, id, { markdown: '# A quiet week\n', facts: [] }, at);
  return id;
}

/** A strategy that is being written. */
export async function addStrategy(tenancy: Tenancy, at: number): Promise<string> {
  const id = newId('str', at);
  await insertStrategy(tenancy, { id, title: 'A strategy', documents: [], at });
  return id;
}

/** A change that waits for approval. */
export async function addQueuedWrite(
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
      fingerprint: null,
      stops: false,
      credential: `app:${person_id}`,
      requester: { via: 'connected_app', person_id, email, client: 'Assistant' },
      requestedAt: new Date(clock.now()),
    },
  );
  return id;
}

interface OfHarbor {
  database: Database;
  clock: Clock;
  vault: TokenVault;
  harbor: SeededOrganization;
}

/** An ad account that a person connected and selected. */
export async function addAccount(of: OfHarbor, person: Person): Promise<string> {
  const customerId = String(randomInt(1_000_000_000, 10_000_000_000));
  const account = { customerId, loginCustomerId: null, name: 'Harbor', currency: 'EUR', timeZone: 'Europe/Berlin' };
  const tenancy = { organizationId: of.harbor.id, db: of.database };
  const at = new Date(of.clock.now());
  const connection = await addConnection(of, person, [account]);
  await claimAccount(tenancy, customerId, at);
  await linkAndSelect(tenancy, account, connection, at);
  return customerId;
}

/** A login at the ad platform that a person connected. */
export function addConnection(
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
export async function addRecommendation(db: Queryable, clock: Clock, { id }: SeededOrganization): Promise<string> {
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

/** The draft of harbor. */
export async function addCampaign(db: Queryable, clock: Clock, { id }: SeededOrganization): Promise<string> {
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

/** An ad of a draft. */
export async function addAd(db: Queryable, clock: Clock, { id }: SeededOrganization, slug: string): Promise<number> {
  const tenancy = { organizationId: id, db };
  const campaign = await findCampaign(tenancy, slug);
  if (!campaign) throw new Error('the draft is gone');
  const name = `Boats ${randomBytes(4).toString('hex')}`;
  const ad = { name, final_url: 'https://harbor.example/boats', headlines: [], descriptions: [], keywords: [] };
  return addDraftAd(tenancy, campaign.id, ad, new Date(clock.now()));
}
