import { revokeAdLogin } from '../ad-accounts/revoke-ad-login.task.ts';
import { syncAccount } from '../ad-accounts/sync-account.task.ts';
import { syncAllAccounts } from '../ad-accounts/sync-all-accounts.task.ts';
import { forgetIdleBucketsTask } from '../core/forget-idle-buckets.task.ts';
import { forgetStaleSignIns } from '../identity/forget-stale-sign-ins.task.ts';
import { warnOfKeyExpiry } from '../identity/key-expiry.ts';
import { sendEmail } from '../identity/send-email.task.ts';
import { executeAction } from '../writes/execute-action.task.ts';
import { tidyWrites } from '../writes/tidy-writes.task.ts';
import { forgetFinishedTasks } from './forget-finished-tasks.task.ts';
import type { Task } from './task.ts';

/** Every kind of work the service can do; a worker takes what is in this list. */
export const allTasks: readonly Task[] = [
  sendEmail,
  warnOfKeyExpiry,
  forgetStaleSignIns,
  forgetIdleBucketsTask,
  syncAllAccounts,
  syncAccount,
  revokeAdLogin,
  executeAction,
  tidyWrites,
  forgetFinishedTasks,
];

/** What people wait for. */
export const urgentTasks: readonly Task[] = [executeAction];
