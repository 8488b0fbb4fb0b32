import type { Context } from '../../base/context.ts';
import { invalid, Refusal } from '../../base/errors.ts';
import { type AccountChoice, AdPlatformError } from '../../ports/ad-platform.ts';
import { type AdConnectionRow, accountOf, ownConnections } from '../ad-connection.store.ts';
import { noteBreakage } from '../connection-end.ts';
import { tokenOf } from '../connection-token.ts';

/** Somebody waits for the answer: a platform that is silent for so long cannot be asked. */
const LONGEST_LOOK_MS = 10_000;
const RETRY_AFTER_SECONDS = 30;

/** An account and the login of the caller that reaches it, as the platform has just said. */
export interface Reached {
  choice: AccountChoice;
  connectionId: string;
}

/**
 * Asks the platform whether a login of the caller's own reaches an account. Whose login else does is nobody's business:
 * without one of their own it is refused as if there were none.
 */
export async function reachedByCaller(context: Context, accountId: string): Promise<Reached> {
  for (const connection of await ownConnections(context, context.caller.personId)) {
    const known = await accountOf(context, connection.id, accountId);
    const choice = known && (await askFor(context, connection, known));
    if (choice) return { choice, connectionId: connection.id };
  }
  throw notReached();
}

/** The refusal where no login of the caller reaches the account. */
export function notReached(): Refusal {
  return invalid([{ path: 'account_id', message: 'is not an account that a login you connected here reaches' }]);
}

/** The account as it is now; undefined when the login does not reach it any more. */
async function askFor(
  context: Context,
  connection: AdConnectionRow,
  known: AccountChoice,
): Promise<AccountChoice | undefined> {
  const { adPlatform, organizationId } = context;
  const { customerId, loginCustomerId } = known;
  const refreshToken = await tokenOf(context, connection);
  const link = { customerId, loginCustomerId, connectionId: connection.id, refreshToken };
  const options = { organizationId, signal: AbortSignal.timeout(LONGEST_LOOK_MS) };
  try {
    const { name, currency, timeZone } = await adPlatform.account(link, options).info();
    return { ...known, name, currency, timeZone };
  } catch (error) {
    if (!(error instanceof AdPlatformError)) throw error;
    if (error.reason !== 'google_ads_connection_broken') throw cannotAsk(error);
    if (!error.onlyThisAccount) await noteBreakage(context, connection);
    return undefined;
  }
}

function cannotAsk(error: AdPlatformError): Refusal {
  if (error.reason === 'setup_required') return new Refusal('setup_required', error.message, { cause: error });
  const message = 'The ad platform could not be asked whether your login reaches this account.';
  const headers = { 'retry-after': String(error.retryAfterSeconds ?? RETRY_AFTER_SECONDS) };
  return new Refusal('ad_platform_unavailable', message, { headers, cause: error });
}
