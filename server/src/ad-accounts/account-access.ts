import type { Services, Tenancy } from '../base/context.ts';
import { type AdAccount, AdPlatformError, type CallOptions } from '../ports/ad-platform.ts';
import type { Work } from '../tasks/task.ts';
import { every } from '../tasks/timing.ts';
import { openLink } from './account-link.ts';
import { type AdAccountRow, relinkAccounts } from './ad-account.store.ts';
import { noteBreakage, noteLoss } from './connection-end.ts';
import { tokenOf } from './connection-token.ts';

type Access = Services & Tenancy & Pick<Work, 'mustStillBeOurs' | 'uncut'> & { forStop?: boolean };

/** Work on an account can take long: this often it is looked whether it may go on. */
const LOOKED_AGAIN_MS = 2_000;

/**
 * Works on a linked account. Whoever finds that the login behind it was revoked leaves that noted: the connection is
 * broken, its accounts wait, and the Owners are told, once for each breakage. Where the login has only lost this account,
 * this one waits, until it is found to work again. The error goes on either way. An account that is given up meanwhile,
 * or whose login's owner leaves, is not read on, and a change to it is not sent; nor is one by a worker that has lost its
 * task.
 */
export async function withAdAccount<T>(
  access: Access,
  accountId: string,
  options: CallOptions,
  work: (platform: AdAccount, account: AdAccountRow) => Promise<T>,
): Promise<T> {
  const { account, connection } = await openLink(access, accountId);
  const link = {
    customerId: account.id,
    loginCustomerId: account.login_customer_id,
    connectionId: connection.id,
    refreshToken: await tokenOf(access, connection),
  };
  const { organizationId, forStop = false } = access;
  const beforeChange = async () => {
    await openLink(access, accountId);
    await access.mustStillBeOurs?.();
    // The last of them: it notes that the change is sent now.
    await options.beforeChange?.();
  };
  // A change is looked at right before it is sent; cutting it off later would leave nobody knowing whether it arrived.
  const watch = options.forChange ? undefined : watchLink(access, accountId);
  try {
    const signal = AbortSignal.any([watch?.gone, options.signal].filter((one) => one !== undefined));
    const platform = access.adPlatform.account(link, {
      ...options,
      stopsSpending: forStop,
      signal,
      organizationId,
      beforeChange,
      ...(access.uncut && { untilAnswered: access.uncut }),
    });
    const done = await work(platform, account);
    if (account.status === 'pending') await relinkAccounts(access, connection.id, [account.id]);
    return done;
  } catch (thrown) {
    const error: unknown = watch?.gone.aborted ? watch.gone.reason : thrown;
    if (isBroken(error))
      await (error.onlyThisAccount ? noteLoss(access, account, connection) : noteBreakage(access, connection));
    throw error;
  } finally {
    await watch?.stop();
  }
}

/** Tells by a signal when the account may no longer be worked on, and why. */
function watchLink(access: Access, accountId: string): { gone: AbortSignal; stop(): Promise<void> } {
  const gone = new AbortController();
  const look = async () => {
    try {
      await openLink(access, accountId);
    } catch (error) {
      if (!(error instanceof AdPlatformError)) throw error;
      gone.abort(error);
    }
  };
  const onError = (err: unknown) => access.log.warn({ err }, 'whether an account is still linked could not be told');
  return { gone: gone.signal, stop: every(LOOKED_AGAIN_MS, look, onError) };
}

function isBroken(error: unknown): error is AdPlatformError {
  return error instanceof AdPlatformError && error.reason === 'google_ads_connection_broken';
}
