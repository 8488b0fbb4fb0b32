import type { Services, Tenancy } from '../../base/context.ts';
import { noteDecidedThere, unsettledActions } from '../../writes/actions/decided-there.store.ts';
import type { CampaignRow } from '../campaign.store.ts';
import { aboutSetting, aboutState, SETTINGS } from '../decided-on.ts';

/** Notes what a merge found to be other than it was known, in the words of steps: somebody decided so in the platform. */
export async function noteDecisions(
  context: Pick<Services, 'steps'> & Tenancy,
  known: CampaignRow,
  things: readonly string[],
  asOf: Date,
): Promise<void> {
  if (things.length === 0) return;
  const ours = known.unread_since === null ? NOTHING : await mayBeOurs(context, known.id);
  for (let start = 0; start < things.length; start += THINGS_AT_ONCE) {
    const theirs = things.slice(start, start + THINGS_AT_ONCE).filter((thing) => !ours.has(thing));
    await noteDecidedThere(context, known.id, theirs, asOf);
  }
}

/** All keywords of a campaign may be other at once: nobody else waits for so few. */
const THINGS_AT_ONCE = 1_000;

const NOTHING: ReadonlySet<string> = new Set();

/** What a change of ours may have made of the campaign whose answer never came. */
async function mayBeOurs({ steps, ...tenancy }: Pick<Services, 'steps'> & Tenancy, campaignId: number) {
  const actions = await unsettledActions(tenancy, campaignId);
  const lost = actions.flatMap((action) =>
    [...action.steps, ...(action.undo_steps ?? [])].filter(({ unknown }) => unknown),
  );
  return new Set(lost.flatMap((step) => steps.read(step).about()));
}

/** What of a campaign's own row became other. */
export function movedSettings(known: CampaignRow, now: CampaignRow): string[] {
  const settings = SETTINGS.filter((setting) => known[setting] !== now[setting]);
  const moved = settings.map((setting) => aboutSetting(known.id, setting));
  return known.platform_state === now.platform_state ? moved : [...moved, aboutState(known.id)];
}
