import type { OperationQuota } from '../api/quota.ts';
import { numberAt, textAt } from '../json.ts';
import type { Account } from '../store/account.ts';
import type { World } from '../store/world.ts';
import type { Faults } from './faults.ts';

/** What is told of in a summary. */
interface Summed {
  world: World;
  faults: Faults;
  quota: OperationQuota;
}

/** A summary of the world, for people and for tests. */
export function worldState({ world, faults, quota }: Summed): object {
  return {
    now: new Date(world.clock.now()).toISOString(),
    clock_offset_ms: world.clock.offsetMs,
    logins: [...world.logins.values()].map(({ email, customers }) => ({ email, customers })),
    grants: world.grants.counts(),
    operations_today: quota.used,
    faults: faults.waiting,
    customers: [...world.accounts.values()].map(customerState),
  };
}

function customerState(account: Account): object {
  const { id, name, currency, timeZone, manager, parent } = account.facts;
  return {
    customer_id: id,
    name,
    currency,
    time_zone: timeZone,
    manager,
    ...(parent !== undefined && { manager_customer_id: parent }),
    changes: account.changes.length,
    campaigns: [...account.all('campaigns')].map((campaign) => ({
      id: textAt(campaign, 'id'),
      name: textAt(campaign, 'name'),
      status: textAt(campaign, 'status'),
      budget: numberAt(account.get(textAt(campaign, 'campaignBudget')), 'amountMicros') / 1_000_000,
      bidding_strategy: textAt(campaign, 'biddingStrategyType'),
    })),
  };
}
