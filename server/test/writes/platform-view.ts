import { z } from 'zod';
import type { AdAccount, AdPlatform, PlatformCampaign } from '../../src/ports/ad-platform.ts';
import { connect, type Emulator } from '../adapters/google-ads/emulator.ts';

const state = z.object({
  customers: z.array(
    z.object({
      customer_id: z.string(),
      campaigns: z.array(z.object({ id: z.string(), name: z.string(), status: z.string(), budget: z.number() })),
    }),
  ),
});
const requests = z.object({ requests: z.array(z.looseObject({ method: z.string(), path: z.string() })) });

/** What can be edited in the platform's own interface; below a campaign, `of` names what is edited. */
type ExternalField =
  | 'name'
  | 'budget'
  | 'target_cpa'
  | 'status'
  | 'ad_group_name'
  | 'ad_group_status'
  | 'ad_group_bid'
  | 'first_headline'
  | 'ad_type'
  | 'keyword_status'
  | 'negative_keyword_added'
  | 'negative_keyword_removed';
interface EditedBelow {
  of?: string;
  match_type?: 'EXACT' | 'PHRASE' | 'BROAD';
}

/** What the ad platform itself holds, and what somebody can do to it there. */
export interface PlatformView {
  /** The account as our own adapter reaches it, through a login of its own. */
  account: AdAccount;
  /** Everything of the campaign, read as any client of the platform reads it; null when there is none. */
  campaign(name: string): Promise<PlatformCampaign | null>;
  /** Every campaign of the account that was not removed, by the emulator's own account. */
  campaigns(): Promise<{ name: string; status: string; budget: number }[]>;
  /** An edit in the platform's own interface. */
  edit(campaign: string, field: ExternalField, value: string | number, more?: EditedBelow): Promise<void>;
  /** The next calls fail, or those that come after so many. */
  fail(kind: string, times?: number, method?: 'mutate' | 'search' | 'token', after?: number): Promise<void>;
  heal(): Promise<void>;
  revoke(): Promise<void>;
  restore(): Promise<void>;
  /** How many queries, the same way. */
  searches(): Promise<number>;
  /** How many mutates it has received since it was last asked to forget. */
  mutates(): Promise<number>;
  forgetRequests(): Promise<void>;
}

/** Looks at one account of the emulator through a login of its own. */
export async function viewPlatform(
  emulator: Emulator,
  adPlatform: AdPlatform,
  { login, accountId }: { login: string; accountId: string },
): Promise<PlatformView> {
  const { refreshToken } = await connect(adPlatform, login);
  const account: AdAccount = adPlatform.account({
    customerId: accountId,
    loginCustomerId: null,
    connectionId: `view-${accountId}`,
    refreshToken,
  });
  const ask = async (path: string, method = 'GET') =>
    (await fetch(`${emulator.origin}/_emulator/${path}`, { method })).json();
  const received = async (method: string) => {
    const seen = requests.parse(await ask('requests')).requests;
    return seen.filter(({ path }) => path.endsWith(method)).length;
  };
  return {
    account,
    campaign: (name) => account.findCampaign(name),
    async campaigns() {
      const { customers } = state.parse(await ask('state'));
      const own = customers.find(({ customer_id }) => customer_id === accountId);
      return (own?.campaigns ?? []).filter(({ status }) => status !== 'REMOVED');
    },
    async edit(campaign, field, value, more = {}) {
      await emulator.control('external-edit', { customer_id: accountId, campaign, field, value, ...more });
    },
    async fail(kind, times = 1, method, after = 0) {
      await emulator.control('faults', { kind, times, after, ...(method && { method }) });
    },
    async heal() {
      await ask('faults', 'DELETE');
    },
    async revoke() {
      await emulator.control('revoke', { customer_id: accountId });
    },
    async restore() {
      await emulator.control('restore', { customer_id: accountId });
    },
    searches: () => received('googleAds:searchStream'),
    mutates: () => received('googleAds:mutate'),
    async forgetRequests() {
      await ask('requests', 'DELETE');
    },
  };
}
