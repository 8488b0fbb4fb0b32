import { DAY_MS } from '../clock.ts';
import { type Json, textAt, toJson } from '../json.ts';
import { mutate } from '../mutate/mutate.ts';
import type { Account, Author } from '../store/account.ts';
import type { World } from '../store/world.ts';
import { launchOperations } from './campaign-seed.ts';
import { type CustomerSeed, DEMO_CUSTOMERS, DEMO_LOGINS } from './demo-world.ts';

/** Fills a new world with the demo accounts, through the same mutate code that callers use, back in time. */
export function seedDemoWorld(world: World): void {
  for (const login of DEMO_LOGINS) world.record({ type: 'login', ...login });
  for (const customer of DEMO_CUSTOMERS) seedCustomer(world, customer);
}

/** Adds one customer: its launches and pauses in the order in which they happened. */
export function seedCustomer(world: World, seed: CustomerSeed): void {
  world.addAccount(seed.facts);
  const account = world.accounts.get(seed.facts.id);
  if (!account) return;
  const launches = seed.campaigns.map((campaign) => ({
    daysAgo: campaign.startedDaysAgo,
    run: (at: number) => {
      const operations = launchOperations(account.id, campaign).map(toJson);
      commit(world, account, operations, campaign.madeInGoogleAds ? WEB : API, at);
    },
  }));
  const pauses = seed.campaigns.flatMap((campaign) => {
    const { pausedDaysAgo, name } = campaign;
    return pausedDaysAgo === undefined
      ? []
      : [{ daysAgo: pausedDaysAgo, run: (at: number) => pause(world, account, name, at) }];
  });
  const events = [...launches, ...pauses].toSorted((a, b) => b.daysAgo - a.daysAgo);
  for (const { daysAgo, run } of events) run(world.clock.now() - daysAgo * DAY_MS);
}

function pause(world: World, account: Account, name: string, at: number): void {
  for (const campaign of account.all('campaigns')) {
    if (campaign.name !== name) continue;
    const update = { resourceName: textAt(campaign, 'resourceName'), status: 'PAUSED' };
    commit(world, account, [{ campaignOperation: { update, updateMask: 'status' } }], API, at);
  }
}

function commit(world: World, account: Account, operations: Json[], client: Author['clientType'], at: number): void {
  const [login] = world.loginsReaching(account.id);
  const author = { clientType: client, userEmail: login?.email ?? 'someone@demo.test' };
  const { errors } = mutate(world, account, { operations, partialFailure: false, validateOnly: false }, author, at);
  if (errors.length > 0) throw new Error(`The seed is not valid: ${JSON.stringify(errors[0])}`);
}

const API = 'GOOGLE_ADS_API';
const WEB = 'GOOGLE_ADS_WEB_CLIENT';
