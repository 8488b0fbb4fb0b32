import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { buildDashboardApart } from '../dashboard/build.ts';
import { describeBrowser } from '../dashboard/test/browser.ts';
import { startTestServer } from '../server/test/harness/server.ts';
import { runAgain } from './test/again.ts';
import { type Outcome, reportFailures } from './test/outcome.ts';
import { runCheck } from './test/run-check.ts';
import { runFiles } from './test/run-files.ts';
import { makeScratch } from './test/scratch.ts';
import { timeToSpare } from './test/spare-time.ts';
import { groupsOf } from './test/together.ts';

const ROOT = resolve(import.meta.dirname, '..');
const TEST_FILES = ['server', 'google-ads-emulator', 'dashboard', 'tools'].map((part) => `${part}/test/**/*.test.ts`);
const CHECKS = ['check:types', 'check:lint', 'check:unused'];
/** Files that mostly wait, for processes that were killed or end: they run beside the others, which need the processors. */
const PATIENT = /^server\/test\/(writes\/faults|start|operator|tasks|ad-accounts\/sync)\//;
/** A file that takes a minute must not be the last: the others would have to wait for it. */
const LONG = /^server\/test\/writes\/(property|rules\/requester-access)/;
/** Where there are more processors than two, one file more: what measures time wants room around it. */
const AT_ONCE = { patient: 1, others: availableParallelism() > 2 ? 3 : 2 };
/** Of those that wait, one more while the processors have time to spare, as fast ones do. */
const WITH_TIME_TO_SPARE = 1;

type Job = () => Promise<Outcome[]>;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

const began = performance.now();
const outcomes = await withPostgres(() => runChosen(process.argv.slice(2)));
const sum = (count: 'passed' | 'failed' | 'skipped') => outcomes.reduce((total, outcome) => total + outcome[count], 0);
process.exitCode = sum('failed') > 0 || sum('passed') === 0 || interrupted.signal.aborted ? 1 : 0;
reportFailures(
  'Failed:',
  outcomes.filter(({ failed }) => failed > 0),
);
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
console.log(sum('skipped') > 0 ? `${minutes} minutes, ${sum('skipped')} skipped` : `${minutes} minutes`);
console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
// What a file that was cut off had started may live on and hold our output: nobody waits for that.
process.exit();

/** Paths, or parts of paths, choose test files; then the checks are left out, and nothing is tried twice. */
async function runChosen(filters: string[]): Promise<Outcome[]> {
  const files = filesFor(filters);
  const whole = filters.length === 0;
  if (files.some((file) => file.startsWith('dashboard/'))) await prepareDashboard();
  const jobOf = (group: string[]) => () => runFiles(ROOT, group, interrupted.signal);
  const patient = files.filter((file) => PATIENT.test(file));
  const [long = [], short = []] = [true, false].map((is) =>
    files.filter((file) => !PATIENT.test(file) && LONG.test(file) === is),
  );
  const checks = (whole ? CHECKS : []).map((script) => async () => [await runCheck(ROOT, script)]);
  const all = await runAll([
    { jobs: patient.map((file) => jobOf([file])), atOnce: AT_ONCE.patient, withTimeToSpare: WITH_TIME_TO_SPARE },
    { jobs: [...checks, ...groupsOf(ROOT, [...long, ...short]).map(jobOf)], atOnce: AT_ONCE.others },
  ]);
  return whole
    ? runAgain(
        all,
        (what) => files.includes(what),
        (file) => runFiles(ROOT, [file], interrupted.signal),
      )
    : all;
}

/** Files run at once: what those of the dashboard share is made before any of them needs it. */
async function prepareDashboard(): Promise<void> {
  try {
    await buildDashboardApart();
    console.log(`Browser of the tests: ${await describeBrowser()}`);
  } catch (error) {
    console.log(`The tests of the dashboard cannot pass: ${String(error)}`);
  }
}

/** A file that is named whole runs whatever its name. */
function filesFor(filters: string[]): string[] {
  const files = TEST_FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  const wanted = filters.map((filter) => (filter.startsWith('/') ? relative(ROOT, filter) : filter));
  const named = wanted.filter((path) => path.endsWith('.ts') && !files.includes(path) && existsSync(join(ROOT, path)));
  const chosen = files.filter((file) => wanted.length === 0 || wanted.some((filter) => file.includes(filter)));
  return [...chosen, ...named];
}

/** Works through several lists at once; who has finished one helps with what is left of the others. */
async function runAll(lists: { jobs: Job[]; atOnce: number; withTimeToSpare?: number }[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const runNext = async (job: Job) => void outcomes.push(...(await job()));
  const work = async (own: Job[]) => {
    const next = () =>
      own.shift() ??
      lists
        .map(({ jobs }) => jobs)
        .find((jobs) => jobs.length > 0)
        ?.shift();
    for (let job = next(); job && !interrupted.signal.aborted; job = next()) await runNext(job);
  };
  const workBeside = async (own: Job[]) => {
    const isNeeded = () => own.length > 0 && !interrupted.signal.aborted;
    while (isNeeded()) {
      await timeToSpare(isNeeded);
      const job = isNeeded() ? own.shift() : undefined;
      if (job) await runNext(job);
    }
  };
  const times = (count: number, start: () => Promise<void>) => Array.from({ length: count }, start);
  await Promise.all(
    lists.flatMap(({ jobs, atOnce, withTimeToSpare = 0 }) => [
      ...times(atOnce, () => work(jobs)),
      ...times(withTimeToSpare, () => workBeside(jobs)),
    ]),
  );
  return outcomes;
}

/** One PostgreSQL for all files. */
async function withPostgres(work: () => Promise<Outcome[]>): Promise<Outcome[]> {
  const scratch = await makeScratch();
  process.env.TMPDIR = scratch.directory;
  // Some four hundred processes load the same modules: the first compiles them for all.
  process.env.NODE_COMPILE_CACHE = join(scratch.directory, 'compiled');
  const given = process.env.DATABASE_URL;
  const server = given === undefined ? await startTestServer() : { url: given, stop: async () => {} };
  delete process.env.DATABASE_URL;
  process.env.TEST_DATABASE_URL = server.url;
  try {
    return await work();
  } finally {
    await server.stop();
    await scratch.remove();
  }
}
