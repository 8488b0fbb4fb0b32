import { once } from 'node:events';
import { z } from 'zod';
import { amount } from '../../src/base/amounts.ts';
import { statement } from '../../src/base/database.ts';
import { Refusal } from '../../src/base/errors.ts';
import { AdPlatformError } from '../../src/ports/ad-platform.ts';
import { TaskFailure } from '../../src/tasks/failure-reasons.ts';
import { serviceTask, type Task, type TaskContext, task } from '../../src/tasks/task.ts';

const attemptsOf = statement<[id: number], { attempts: number }>(
  'select attempts from task where task_tracking_id = $1',
);

/** Where kinds of work leave marks; a test that wants them makes the table. */
export const makeMarks = statement<[], never>('create table mark (text text)');
export const marks = statement<[], { text: string }>('select text from mark');
const leaveMark = statement<[text: string], never>('insert into mark (text) values ($1)');

const nothing = z.strictObject({});
const LONG_SECONDS = 300;

const echo = task({
  type: 'echo',
  payload: z.strictObject({ word: z.string() }),
  timeoutSeconds: LONG_SECONDS,
  run: async ({ word }, { organizationId, stage }) => {
    await stage('Repeating the word');
    return { word, organization: organizationId, budget: amount('40.00') };
  },
});

const silent = task({ type: 'silent', payload: nothing, timeoutSeconds: LONG_SECONDS, run: async () => undefined });

const errors: Record<string, () => Error> = {
  setup_required: () => new TaskFailure('setup_required'),
  google_ads_refused: () => new AdPlatformError('google_ads_refused', 'Google Ads says: the headline is too long.'),
  google_ads_connection_broken: () => new TaskFailure('google_ads_connection_broken'),
  refusal: () => new Refusal('setup_required', 'Select an ad account first.'),
  bug: () => new Error('password=hunter2 at line 7'),
};

const failing = task({
  type: 'failing',
  payload: z.strictObject({ how: z.string() }),
  timeoutSeconds: LONG_SECONDS,
  async run({ how }) {
    if (how === 'unserialisable') return { number: 1n };
    throw errors[how]?.() ?? new Error('unknown');
  },
});

const putBack = task({
  type: 'put_back',
  payload: nothing,
  timeoutSeconds: LONG_SECONDS,
  retries: { attempts: 1, backoffSeconds: LONG_SECONDS },
  async run(_, { stage }) {
    await stage('Reading');
    throw new AdPlatformError('task_error', 'Not now.', { retryable: true });
  },
});

const flaky = task({
  type: 'flaky',
  payload: z.strictObject({ failures: z.int() }),
  timeoutSeconds: LONG_SECONDS,
  retries: { attempts: 2, backoffSeconds: 0.05 },
  async run({ failures }, { db, taskId }) {
    const { attempts } = (await db.row(attemptsOf, taskId)) ?? { attempts: 0 };
    if (attempts <= failures) throw new AdPlatformError('task_error', 'Not now.', { retryable: true });
    return { attempts };
  },
});

/** Ends when asked to. */
const obedient = task({
  type: 'obedient',
  payload: nothing,
  timeoutSeconds: LONG_SECONDS,
  run: (_, context) => untilAsked(context),
});

/** The same, and may be started again. */
const resumable = task({
  type: 'resumable',
  payload: nothing,
  timeoutSeconds: LONG_SECONDS,
  resumable: true,
  run: (_, context) => untilAsked(context),
});

/** The same, and leaves a mark when it was asked to end. */
const endsMarked = task({
  type: 'ends_marked',
  payload: nothing,
  timeoutSeconds: LONG_SECONDS,
  resumable: true,
  async run(_, context) {
    await untilAsked(context).catch(() => {});
    await context.db.execute(leaveMark, 'ended');
    return undefined;
  },
});

/** Never ends. */
const stubborn = task({
  type: 'stubborn',
  payload: nothing,
  timeoutSeconds: LONG_SECONDS,
  run: () => new Promise<undefined>(() => {}),
});

/** Never ends either, but its time is soon up. */
const overdue = task({
  type: 'overdue',
  payload: nothing,
  timeoutSeconds: 0.2,
  run: () => new Promise<undefined>(() => {}),
});

/** Takes long to clean up and gets done. */
const tidy = task({
  type: 'tidy',
  payload: nothing,
  timeoutSeconds: LONG_SECONDS,
  async run(_, context) {
    await untilAsked(context).catch(() => {});
    return { tidied: true };
  },
});

/** Leaves a mark when it fails. */
const marking = task({
  type: 'marking',
  payload: z.strictObject({ mark: z.string() }),
  timeoutSeconds: LONG_SECONDS,
  run: (_, context) => untilAsked(context),
  async onFailure({ mark }, failure, { db, organizationId }) {
    if (mark === 'broken') throw new Error('nothing can be marked');
    await db.execute(leaveMark, `${mark} ${organizationId} ${failure.reason}`);
  },
});

const tiny = task({
  type: 'tiny',
  payload: nothing,
  timeoutSeconds: LONG_SECONDS,
  run: async (_, { taskId }) => ({ ran: taskId }),
});

const nightly = serviceTask({
  type: 'nightly',
  payload: nothing,
  timeoutSeconds: LONG_SECONDS,
  run: async () => undefined,
});

/** Belongs to nobody and ends when asked to. */
const vigil = serviceTask({
  type: 'vigil',
  payload: nothing,
  timeoutSeconds: LONG_SECONDS,
  run: (_, context) => untilAsked(context),
});

async function untilAsked({ signal }: Pick<TaskContext, 'signal'>): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}

/** All kinds of work that the tests start. */
export const kinds: readonly Task[] = [
  echo,
  silent,
  failing,
  flaky,
  putBack,
  obedient,
  resumable,
  endsMarked,
  stubborn,
  overdue,
  tidy,
  marking,
  tiny,
  nightly,
  vigil,
];
