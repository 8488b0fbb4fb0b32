import type { AccountChoice, AccountInfo } from '../../ports/ad-platform.ts';
import { AdPlatformError } from '../../ports/ad-platform.ts';
import { AccountTime, timestamp } from './account-time.ts';
import type { GoogleAdsClient } from './client.ts';
import { gaql } from './gaql.ts';
import { at, listAt, requiredText, textAt, UnreadableAnswer } from './json.ts';
import type { PlatformTime } from './platform-time.ts';
import { customerIdOf, idOf } from './resource-names.ts';

/** The account's own facts. */
export async function accountInfo(
  client: GoogleAdsClient,
  customerId: string,
  time: PlatformTime,
): Promise<AccountInfo> {
  const query = gaql`SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.time_zone
    FROM customer`;
  const [row] = await client.rows(customerId, query);
  if (row === undefined) throw new UnreadableAnswer('no customer');
  const timeZone = requiredText(row, 'customer', 'timeZone');
  const now = time.now();
  return {
    customerId,
    name: textAt(row, 'customer', 'descriptiveName') ?? customerId,
    currency: requiredText(row, 'customer', 'currencyCode'),
    timeZone,
    now: timestamp(now),
    today: new AccountTime(timeZone).today(now),
  };
}

/** Every enabled account that is no manager, each once; direct access is preferred to access through a manager. */
export async function accountChoices(client: GoogleAdsClient): Promise<AccountChoice[]> {
  const answer = await client.read('GET', 'customers:listAccessibleCustomers');
  const roots = listAt(answer, 'resourceNames').filter((name) => typeof name === 'string');
  const choices = new Map<string, AccountChoice>();
  for (const root of roots) {
    for (const choice of await choicesBelow(client, customerIdOf(idOf(root)))) {
      const known = choices.get(choice.customerId);
      if (known === undefined || choice.loginCustomerId === null) choices.set(choice.customerId, choice);
    }
  }
  return [...choices.values()];
}

async function choicesBelow(client: GoogleAdsClient, rootId: string): Promise<AccountChoice[]> {
  const query = gaql`SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code,
    customer_client.time_zone, customer_client.manager, customer_client.hidden, customer_client.status
    FROM customer_client`;
  const rows = await client.rows(rootId, query).catch((thrown: unknown) => {
    if (isClosedAccount(thrown)) return [];
    throw thrown;
  });
  return rows
    .map((row) => at(row, 'customerClient'))
    .filter((account) => at(account, 'manager') !== true && at(account, 'hidden') !== true)
    .filter((account) => textAt(account, 'status') === 'ENABLED')
    .map((account) => {
      const customerId = customerIdOf(requiredText(account, 'id'));
      return {
        customerId,
        loginCustomerId: customerId === rootId ? null : rootId,
        name: textAt(account, 'descriptiveName') ?? customerId,
        currency: requiredText(account, 'currencyCode'),
        timeZone: requiredText(account, 'timeZone'),
      };
    });
}

/** A closed account stays in the list of a login and must not hide the others. */
function isClosedAccount(thrown: unknown): boolean {
  return thrown instanceof AdPlatformError && thrown.codes.includes('authorizationError.CUSTOMER_NOT_ENABLED');
}
