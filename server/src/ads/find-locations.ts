import { z } from 'zod';
import { withAdAccount } from '../ad-accounts/account-access.ts';
import { listAdAccounts } from '../ad-accounts/ad-account.store.ts';
import { DailyAllowance, secondsOfDayLeft } from '../base/daily-allowance.ts';
import { Refusal } from '../base/errors.ts';
import { read } from '../base/operation.ts';
import { AdPlatformError } from '../ports/ad-platform.ts';

const LONGEST_LOOK_MS = 10_000;
const LONGEST_NAME = 100;
const MOST = 20;

/** Each costs an operation of the platform, of which the organization's syncs need most. */
const searches = new DailyAllowance(300);

/** Places of the ad platform whose name fits, for whoever chooses where a draft is shown. */
export const findLocations = read({
  name: 'find_locations',
  summary: 'Find places by name',
  description: 'Finds places of the ad platform by their name, through the ad account that is selected.',
  rest: 'GET /organizations/{org}/locations',
  tool: null,
  scope: 'campaigns:read',
  audience: 'dashboard',
  hints: { openWorld: true },
  input: z.strictObject({ query: z.string().trim().max(LONGEST_NAME).default('') }),
  output: z.object({
    locations: z.array(z.object({ geo_target_id: z.string(), name: z.string(), type: z.string() })),
  }),

  async run({ query }, context) {
    if (query === '') return { locations: [] };
    if (!searches.take(context.caller.personId, context.clock.now())) throw tooManySearches(context.clock.now());
    const selected = (await listAdAccounts(context)).find((account) => account.selected);
    if (!selected) throw new Refusal('setup_required', 'No ad account is selected. Select one in the dashboard first.');
    const options = { signal: AbortSignal.timeout(LONGEST_LOOK_MS) };
    try {
      const found = await withAdAccount(context, selected.id, options, (account) => account.suggestLocations([query]));
      const locations = found.slice(0, MOST).map(({ id, canonicalName, name, type }) => ({
        geo_target_id: id,
        name: canonicalName || name,
        type,
      }));
      return { locations };
    } catch (error) {
      if (!(error instanceof AdPlatformError)) throw error;
      if (error.reason === 'setup_required') throw new Refusal('setup_required', error.message);
      throw new Refusal('ad_platform_unavailable', 'The ad platform could not be asked.', {
        headers: { 'retry-after': String(error.retryAfterSeconds ?? 5) },
        cause: error,
      });
    }
  },
});

function tooManySearches(now: number): Refusal {
  return new Refusal('rate_limited', 'You have searched for very many places today. Try again tomorrow.', {
    headers: { 'retry-after': String(secondsOfDayLeft(now)) },
  });
}
