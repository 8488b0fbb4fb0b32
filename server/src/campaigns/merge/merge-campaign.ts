import type { Services, Tenancy } from '../../base/context.ts';
import { readAddress } from '../../base/web-address.ts';
import type { CampaignSettings, PlatformCampaign } from '../../ports/ad-platform.ts';
import { wasChangedHere } from '../../writes/actions/decided-there.store.ts';
import { settleUnknown } from '../../writes/actions/unknown-action.store.ts';
import {
  type CampaignChanges,
  type CampaignRow,
  insertCampaign,
  lockPlatformCampaign,
  lockSentCampaign,
  updateCampaignRow,
} from '../campaign.store.ts';
import { stateAfterSync } from '../campaign.ts';
import { noteRead, noteSettingsRead } from '../campaign-write.store.ts';
import { removeLostAds } from '../drafts/new-ad.store.ts';
import { changeState } from '../launch/change-state.step.ts';
import { planForValues } from './merge.store.ts';
import { mergeParts } from './merge-parts.ts';
import { movedSettings, noteDecisions } from './note-decisions.ts';
import { isLeftForLaunch, noteLeft } from './platform-presence.store.ts';
import { StopWaits } from './way-for-stops.ts';

/** What became of a campaign that was read: it is new here, or now as the platform has it, or was left alone. */
export type Merged = 'imported' | 'updated' | 'left';

/**
 * Makes a campaign here what it was in the platform at `asOf`, in one transaction. It is left alone while work on it is
 * under way, when it was pushed or synced after it was read, and when somebody waits who wants to stop spending: that is
 * noted, so that it is read again.
 */
export async function mergeCampaign(
  { database, organizationId, steps }: Pick<Services, 'database' | 'steps'> & Tenancy,
  accountId: string,
  read: PlatformCampaign,
  asOf: number,
): Promise<Merged> {
  const merging = database.transaction(async (db) => {
    const tenancy = { organizationId, db };
    await planForValues(tenancy);
    const there = await lockPlatformCampaign(tenancy, accountId, read.id);
    const known = there ?? (await adoptCampaign(tenancy, accountId, read, asOf));
    const row = known ?? (await importCampaign(tenancy, accountId, read, asOf));
    if (!row || isDisturbed(row, asOf)) {
      await noteLeft(tenancy, accountId, read.id, asOf);
      return 'left' as const;
    }
    const now = known && (await updateCampaignRow(tenancy, known.id, changesOf(known, read, asOf), asOf));
    const at = new Date(asOf);
    const compared = there !== undefined && (await wasChangedHere(tenancy, row.id));
    const moved = await mergeParts(tenancy, row.id, read, { firstSeen: at, compared, isNew: !there });
    if (compared && now)
      await noteDecisions({ ...tenancy, steps }, there, [...movedSettings(there, now), ...moved], at);
    if (wasReadSince(row, asOf)) await removeLostAds(tenancy, row.id);
    await noteRead(tenancy, row.id, at);
    return known ? ('updated' as const) : ('imported' as const);
  });
  return merging.catch(async (error: unknown) => {
    if (!(error instanceof StopWaits)) throw error;
    await noteLeft({ organizationId, db: database }, accountId, read.id, asOf);
    return 'left' as const;
  });
}

/** The same for a campaign of which only its own settings were read; one that is not known here is left out. */
export function mergeSettings(
  { database, organizationId, steps }: Pick<Services, 'database' | 'steps'> & Tenancy,
  accountId: string,
  read: CampaignSettings,
  asOf: number,
): Promise<'updated' | 'left' | 'unknown'> {
  return database.transaction(async (db) => {
    const tenancy = { organizationId, db };
    const known = await lockPlatformCampaign(tenancy, accountId, read.id);
    if (!known) return 'unknown';
    if (isDisturbed(known, asOf)) {
      await noteLeft(tenancy, accountId, read.id, asOf);
      return 'left';
    }
    const now = await updateCampaignRow(tenancy, known.id, { ...ownSettingsOf(read), ...stateOf(known, read) }, asOf);
    if (now && (await wasChangedHere(tenancy, known.id)))
      await noteDecisions({ ...tenancy, steps }, known, movedSettings(known, now), new Date(asOf));
    await noteSettingsRead(tenancy, known.id, new Date(asOf));
    return 'updated';
  });
}

function isDisturbed(row: CampaignRow, asOf: number): boolean {
  return row.pending_action !== null || row.pending_state !== null || isNewer(row, asOf);
}

function isNewer({ last_synced_at, pushed_at }: CampaignRow, asOf: number): boolean {
  return [last_synced_at, pushed_at].some((at) => at !== null && Date.parse(at) > asOf);
}

/** Whether it was read after whatever happened to it here for which it had to be read again, such as the loss of an ad. */
function wasReadSince({ left_at }: CampaignRow, asOf: number): boolean {
  return left_at === null || Date.parse(left_at) <= asOf;
}

/** A campaign that was sent there without an answer, and arrived: the action that sent it was carried out after all. */
async function adoptCampaign(
  tenancy: Tenancy,
  accountId: string,
  read: PlatformCampaign,
  asOf: number,
): Promise<CampaignRow | undefined> {
  const sent = await lockSentCampaign(tenancy, accountId, read.name);
  if (!sent) return undefined;
  const [platform_id, platform_budget_id] = [read.id, read.budgetId];
  const details = { platform_id, platform_budget_id };
  await settleUnknown(tenancy, sent.id, { op: changeState.op, of: { to: 'live' }, details });
  const arrived = {
    platform_id,
    state: runState(read),
    platform_state: runState(read),
    first_launched_at: instant(asOf),
    launch_sent_as: null,
  };
  return updateCampaignRow(tenancy, sent.id, arrived, asOf);
}

/** A campaign that nobody here knows was made in the platform; unless it is one of ours that just arrived there. */
async function importCampaign(
  tenancy: Tenancy,
  accountId: string,
  read: PlatformCampaign,
  asOf: number,
): Promise<CampaignRow | undefined> {
  if (await isLeftForLaunch(tenancy, accountId, read.name, asOf)) return undefined;
  const state = runState(read);
  const imported = {
    ...settingsOf(read, asOf),
    type: 'external',
    state,
    website_url: websiteOf(read),
    ad_account_id: accountId,
    platform_id: read.id,
    first_launched_at: instant(asOf),
  } as const;
  return insertCampaign(tenancy, imported, asOf);
}

function changesOf(known: CampaignRow, read: PlatformCampaign, asOf: number): CampaignChanges {
  return {
    ...settingsOf(read, asOf),
    ...stateOf(known, read),
    ...(known.website_url === '' && { website_url: websiteOf(read) }),
  };
}

function stateOf(known: CampaignRow, read: CampaignSettings): CampaignChanges {
  const state = stateAfterSync(known.state, known.platform_state, runState(read));
  return { state, ...(state !== known.state && { state_set_by: null }) };
}

function settingsOf(read: PlatformCampaign, asOf: number) {
  return {
    ...ownSettingsOf(read),
    language_id: read.languages[0] ?? null,
    excluded_locations: read.locations.flatMap(({ id, name, excluded }) => (excluded ? [{ id, name }] : [])),
    last_synced_at: instant(asOf),
  };
}

function ownSettingsOf(read: CampaignSettings) {
  return {
    name: read.name,
    platform_state: runState(read),
    budget: read.budget,
    target_cpa: read.targetCpa,
    platform_budget_id: read.budgetId,
    budget_shared: read.budgetShared,
    bidding: read.biddingStrategy,
  };
}

function runState({ status }: CampaignSettings): 'live' | 'paused' {
  return status === 'enabled' ? 'live' : 'paused';
}

/** The origin of the first landing page; empty where the campaign has none. */
function websiteOf({ ads, sitelinks }: PlatformCampaign): string {
  const addresses = [...ads.map(({ finalUrl }) => finalUrl), ...sitelinks.map(({ url }) => url)];
  const first = addresses.find((address) => readAddress(address) !== null);
  return first === undefined ? '' : new URL(first).origin;
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
