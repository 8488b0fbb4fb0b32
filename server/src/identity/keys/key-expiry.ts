import { z } from 'zod';
import type { Services } from '../../base/context.ts';
import { isScope } from '../../base/scopes.ts';
import { queueEmail } from '../../mail/send-email.task.ts';
import { serviceTask } from '../../tasks/task.ts';
import { roleCarries } from '../role-ceiling.ts';
import { expiryEmail } from './key-emails.ts';
import { type ExpiringKey, expiringKeys, noteNotices } from './key-expiry.store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const EARLIEST_NOTICE_DAYS = 30;
const LATEST_NOTICE_DAYS = 7;
const TIMEOUT_SECONDS = 600;

/** Emails creators 30 and 7 days before a key of theirs expires, once each; not for a key that has stopped working. */
export const warnOfKeyExpiry = serviceTask({
  type: 'warn_of_key_expiry',
  payload: z.strictObject({}),
  timeoutSeconds: TIMEOUT_SECONDS,
  resumable: true,

  async run(_, services) {
    const now = services.clock.now();
    const horizon = new Date(now + EARLIEST_NOTICE_DAYS * DAY_MS);
    for await (const key of expiringKeys(services.database, new Date(now), horizon)) {
      services.signal.throwIfAborted();
      if (roleCarries(key.role, key.scopes.filter(isScope))) await warn(key, now, services);
    }
    return undefined;
  },
});

/** Someone who missed the first notice gets only the last, and never both at once. */
async function warn(key: ExpiringKey, now: number, services: Services): Promise<void> {
  const last = Date.parse(key.expires_at) <= now + LATEST_NOTICE_DAYS * DAY_MS;
  const days = last ? LATEST_NOTICE_DAYS : EARLIEST_NOTICE_DAYS;
  if (key.notices.includes(days)) return;
  const due = last ? [EARLIEST_NOTICE_DAYS, LATEST_NOTICE_DAYS] : [EARLIEST_NOTICE_DAYS];
  const { database, config } = services;
  await database.transaction(async (db) => {
    if (!(await noteNotices(db, key, due, new Date(now)))) return;
    const tenancy = { organizationId: key.organization_id, db };
    await queueEmail(services, tenancy, expiryEmail({ to: key.email, key, days, appUrl: config.appUrl }));
  });
}
