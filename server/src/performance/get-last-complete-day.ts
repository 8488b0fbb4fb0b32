import { z } from 'zod';
import { accountDays } from '../ad-accounts/account-days.ts';
import { listAdAccounts } from '../ad-accounts/ad-account.store.ts';
import { dayText } from '../base/days.ts';
import { read } from '../base/operation.ts';
import { figureScope } from './performance.store.ts';

/** Days end up to one apart around the world, and one may not be in yet; an account further behind holds nobody up. */
const MOST_BEHIND = 2;

/** Tells on which day a period ends that is to hold complete days only: whoever asks may live in another one already. */
export const getLastCompleteDay = read({
  name: 'get_last_complete_day',
  summary: 'Get the last day whose figures are complete',
  description:
    'Returns the last day, as the ad accounts count days, whose figures are in for every linked account that is in step; where none is linked, the latest day with figures.',
  rest: 'GET /organizations/{org}/performance/last-complete-day',
  tool: null,
  scope: 'performance:read',
  audience: 'dashboard',
  input: z.strictObject({}),
  output: z.object({ last_complete_day: z.string().nullable().describe('null while no figures have come in.') }),

  async run(_, context) {
    const [rows, { latest_day }] = await Promise.all([listAdAccounts(context), figureScope(context, undefined)]);
    const linked = rows.filter(({ status }) => status === 'linked');
    const { accounts } = accountDays(linked, context.clock.now());
    const ends = accounts.flatMap(({ through }) => (through === null ? [] : [through]));
    const latest = Math.max(...ends);
    const inStep = ends.filter((end) => end >= latest - MOST_BEHIND);
    return { last_complete_day: inStep.length > 0 ? dayText(Math.min(...inStep)) : latest_day };
  },
});
