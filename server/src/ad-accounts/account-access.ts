import { isDeepStrictEqual } from 'node:util';
import type { Services, Tenancy } from '../base/context.ts';
import { type AdAccount, AdPlatformError, type CallOptions } from '../ports/ad-platform.ts';
import type { Work } from '../tasks/task.ts';
import { every } from '../tasks/timing.ts';
import { type AccountLink, openLink } from './account-link.ts';
import { type AdAccountRow, relinkAccounts } from './ad-account.store.ts';
import { noteBreakage, noteLoss } from './connection-end.ts';
import { tokenOf } from './connection-token.ts';

type Access = Services & Tenancy & Pick<Work, 'mustStillBeOurs' | 'uncut'> & { forStop?: boolean };

interface AccessOptions extends CallOptions {
  /** Notes that a change is sent now: after that nothing is asked that could keep it. */
  noteSent?: () => Promise<void>;
}

/** The link that work began with, as our rows and as the platform know it. */
interface Opened extends AccountLink {
  link: Parameters<Services['adPlatform']['account']>[0];
}

/** Work on an account can take long: this often it is looked whether it may go on. */
const LOOKED_AGAIN_MS = 2_000;

/**
 * Works on a linked account. Whoever finds that the login behind it was revoked leaves that noted: the connection is
 * broken, its accounts wait, and the Owners are told, once for each breakage. Where the login has only lost this account,
 * this one waits, until it is found to work again. The error goes on either way. An account that is given up meanwhile,
 * or whose login's owner leaves, is not read on, and a change to it is not sent; nor is one by a worker that has lost its
 * task. Where it is linked through another login by then, or with another token, the work has to begin over with that.
 */
export async function withAdAccount<T>(
  access: Access,
  accountId: string,
  options: AccessOptions,
  work: (platform: AdAccount, account: AdAccountRow) => Promise<T>,
): Promise<T> {
  const opened = await open(access, accountId);
  const { account, connection } = opened;
  const { organizationId, forStop = false } = access;
  const beforeChange = async () => {
    await access.mustStillBeOurs?.();
    await options.beforeChange?.();
    // What is asked before may wait for others, who may give the account up or link it anew.
    await mustBeAsOpened(access, opened);
    await options.noteSent?.();
  };
  // A change is looked at right before it is sent; cutting it off later would leave nobody knowing whether it arrived.
  const watch = options.forChange ? undefined : watchLink(access, opened);
  try {
    const signal = AbortSignal.any([watch?.gone, options.signal].filter((one) => one !== undefined));
    const platform = access.adPlatform.account(opened.link, {
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
    if (!isBroken(error)) throw error;
    // What a login was refused says nothing of the one that the account has now.
    if (await isReachedAnew(access, opened)) throw linkedAnew();
    await (error.onlyThisAccount ? noteLoss(access, account, connection) : noteBreakage(access, connection));
    throw error;
  } finally {
    await watch?.stop();
  }
}

async function open(access: Access, accountId: string): Promise<Opened> {
  const { account, connection } = await openLink(access, accountId);
  const link = {
    customerId: account.id,
    loginCustomerId: account.login_customer_id,
    connectionId: connection.id,
    refreshToken: await tokenOf(access, connection),
  };
  return { account, connection, link };
}

/** Throws where the account may no longer be worked on, or has to be in another way. */
async function mustBeAsOpened(access: Access, opened: Opened): Promise<void> {
  if (!(await isAsOpened(access, opened))) throw linkedAnew();
}

/** The token itself is compared: sealed anew under another key, it is the same. */
async function isAsOpened(access: Access, { account, link }: Opened): Promise<boolean> {
  return isDeepStrictEqual((await open(access, account.id)).link, link);
}

/** Whether the account is reached in another way by now; false where it is not reached at all. */
async function isReachedAnew(access: Access, opened: Opened): Promise<boolean> {
  try {
    return !(await isAsOpened(access, opened));
  } catch (error) {
    if (error instanceof AdPlatformError) return false;
    throw error;
  }
}

/** Tells by a signal when the account may no longer be worked on, and why. */
function watchLink(access: Access, opened: Opened): { gone: AbortSignal; stop(): Promise<void> } {
  const gone = new AbortController();
  const look = async () => {
    try {
      await mustBeAsOpened(access, opened);
    } catch (error) {
      if (!(error instanceof AdPlatformError)) throw error;
      gone.abort(error);
    }
  };
  const onError = (err: unknown) => access.log.warn({ err }, 'whether an account is still linked could not be told');
  return { gone: gone.signal, stop: every(LOOKED_AGAIN_MS, look, onError) };
}

function linkedAnew(): AdPlatformError {
  const message = 'The ad account was linked anew while this was under way; it has to begin over.';
  return new AdPlatformError('task_error', message, { retryable: true });
}

function isBroken(error: unknown): error is AdPlatformError {
  return error instanceof AdPlatformError && error.reason === 'google_ads_connection_broken';
}
