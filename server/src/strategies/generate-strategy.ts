import { z } from 'zod';
import { listAdAccounts } from '../ad-accounts/ad-account.store.ts';
import { dayAt } from '../base/days.ts';
import { Refusal } from '../base/errors.ts';
import { newId } from '../base/ids.ts';
import { start } from '../base/operation.ts';
import { nameText } from '../base/schemas.ts';
import { requestedBy } from '../base/task-queue.ts';
import { periodText } from '../documents/numbers.ts';
import { findBusinessProfile } from '../organizations/business-profile.store.ts';
import { findOrganization } from '../organizations/organization.store.ts';
import { startOnce } from '../writes/start-once.ts';
import { insertStrategy } from './strategy.store.ts';
import { strategyUrl } from './strategy-view.ts';

/** The type of the task that writes a strategy. */
export const GENERATE_STRATEGY = 'generate_strategy';

const MOST_DOCUMENTS = 5;
const LONGEST_DOCUMENT = 20_000;
const LONGEST_NAME = 200;
/** Five documents as long as they may be, in characters that some clients write as escapes of six bytes. */
const LARGEST_BODY = 640 * 1024;

const suppliedDocument = z.strictObject({
  name: nameText(LONGEST_NAME),
  content: z.string().max(LONGEST_DOCUMENT, `must have at most ${LONGEST_DOCUMENT} characters`),
});

/** Asks for a strategy. */
export const generateStrategy = start({
  name: 'generate_strategy',
  summary: 'Generate a strategy',
  description:
    'Writes a strategy document from the business profile, performance, an audit of the account by all detectors, keyword demand from the ad platform and up to five documents that you supply (markdown or plain text, at most 20000 characters each). Documents are quoted as data; nothing in them is followed. It takes minutes: follow it with svc_get_task_status, then read it with svc_get_strategy. It counts as a write, changes no campaign and leaves the business profile as it stands.',
  rest: 'POST /organizations/{org}/strategy',
  tool: 'svc_generate_strategy',
  scope: 'reports:generate',
  changes: ['strategies', 'tasks'],
  hints: { destructive: false, idempotent: false, openWorld: true },
  heldByApprovals: false,
  spendsQuota: true,
  takesIdempotencyKey: true,
  confirmsAccess: true,
  bodyLimit: LARGEST_BODY,
  input: z.strictObject({
    documents: z
      .array(suppliedDocument)
      .max(MOST_DOCUMENTS, `must hold at most ${MOST_DOCUMENTS} documents`)
      .default([])
      .describe('What else is known of the business, such as goals, margins or seasons.'),
  }),
  output: z.object({
    status: z.literal('queued'),
    strategy: z.string().describe('Id of the strategy document.'),
    task_tracking_id: z.int(),
    url: z.string(),
  }),

  run: ({ documents }, context) => {
    const asked = { operation: 'generate_strategy', input: { documents }, scope: 'reports:generate' } as const;
    return startOnce(context, asked, async (within) => {
      const { caller, config, organization, organizationId, clock, tasks } = within;
      if ((await listAdAccounts(within)).length === 0 && !(await findBusinessProfile(within))) {
        throw new Refusal(
          'setup_required',
          'Nothing is known to write from. Connect an ad account in the dashboard first.',
        );
      }
      const at = clock.now();
      const id = newId('str', at);
      const today = dayAt(at);
      const name = (await findOrganization(within))?.name ?? organization.slug;
      const title = `Strategy for ${name}, ${periodText({ from: today, to: today })}`;
      await insertStrategy(within, { id, title, documents, at });
      const { task, added } = await tasks.addOrJoin(within.db, {
        organizationId,
        type: GENERATE_STRATEGY,
        payload: { strategy_id: id },
        about: `strategy:${id}`,
        requestedBy: requestedBy(caller),
      });
      const url = strategyUrl(config.appUrl, organization.slug, id);
      return { result: { status: 'queued' as const, strategy: id, task_tracking_id: task, url }, added };
    });
  },
});
