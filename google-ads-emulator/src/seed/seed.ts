import { DAY_MS } from '../clock.ts';
import { type Json, textAt, toJson } from '../json.ts';
import { mutate } from '../mutate/mutate.ts';
import type { Account, Author } from '../store/account.ts';
import type { World } from '../store/world.ts';
import type { AccountDescription, WorldDescription } from '../worlds/description.ts';
import { WorldError } from '../worlds/read-world.ts';
import { launchOperations } from './launch-operations.ts';

/** Fills a new world with what is described, through the same mutate code that callers use, back in time. */
export function seedWorld(world: World, description: Pick<WorldDescription, 'logins' | 'accounts'>): void {
  for (const login of description.logins) world.record({ type: 'login', ...login });
  for (const account of description.accounts) seedAccount(world, account);
}

/** Adds one account: its launches and pauses in the order in which they happened. */
function seedAccount(world: World, description: AccountDescription): void {
  const { id, name, currency, time_zone: timeZone, manager, parent } = description;
  world.addAccount({ id, name, currency, timeZone, manager, ...(parent !== undefined && { parent }) });
  const account = world.accounts.get(id);
  if (!account) return;
  const launches = description.campaigns.map((campaign) => ({
    daysAgo: campaign.started_days_ago,
    run: (at: number) => {
      const operations = launchOperations(id, campaign).map(toJson);
      commit(world, account, operations, campaign.made_in_google_ads ? WEB : API, at, campaign.name);
    },
  }));
  const pauses = description.campaigns.flatMap(({ paused_days_ago: daysAgo, name: campaign }) =>
    daysAgo === undefined ? [] : [{ daysAgo, run: (at: number) => pause(world, account, campaign, at) }],
  );
  const events = [...launches, ...pauses].toSorted((a, b) => b.daysAgo - a.daysAgo);
  for (const { daysAgo, run } of events) run(world.clock.now() - daysAgo * DAY_MS);
}

function pause(world: World, account: Account, name: string, at: number): void {
  for (const campaign of account.all('campaigns')) {
    if (campaign.name !== name) continue;
    const update = { resourceName: textAt(campaign, 'resourceName'), status: 'PAUSED' };
    commit(world, account, [{ campaignOperation: { update, updateMask: 'status' } }], API, at, name);
  }
}

function commit(
  world: World,
  account: Account,
  operations: Json[],
  client: Author['clientType'],
  at: number,
  campaign: string,
): void {
  const [login] = world.loginsReaching(account.id);
  const author = { clientType: client, userEmail: login?.email ?? 'someone@demo.test' };
  const { errors } = mutate(world, account, { operations, partialFailure: false, validateOnly: false }, author, at);
  if (errors.length === 0) return;
  const [error] = errors;
  const where = error?.location?.fieldPathElements?.map(({ fieldName }) => fieldName).join('.');
  throw new WorldError(
    `The campaign ${campaign} of account ${account.id} cannot be launched: ${error?.message} (${where}${error?.trigger?.stringValue === undefined ? '' : `: ${error.trigger.stringValue}`})`,
  );
}

const API = 'GOOGLE_ADS_API';
const WEB = 'GOOGLE_ADS_WEB_CLIENT';
