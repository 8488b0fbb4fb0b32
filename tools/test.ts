import { spawn } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { EventData } from 'node:test';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { findPostmaster, stopPostmaster } from '../server/src/adapters/embedded-postgres/postmaster.ts';
import { startTestServer, temporaryDirectory } from '../server/test/harness/server.ts';

const ROOT = resolve(import.meta.dirname, '..');
const TEST_FILES = ['server', 'google-ads-emulator', 'dashboard'].map((part) => `${part}/test/**/*.test.ts`);
const CHECKS = ['check:types', 'check:lint', 'check:unused'];
const AT_ONCE = 2;
const FILE_TIMEOUT_MS = 5 * 60_000;
const OUTPUT_KEPT = 20_000;

interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

type Job = () => Promise<Outcome>;

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

const total = await withPostgres(() => runAll(jobsFor(process.argv.slice(2))));
process.exitCode = total.failed > 0 || total.passed === 0 || interrupted.signal.aborted ? 1 : 0;
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);

/** Paths, or parts of paths, choose test files; then the checks are left out. */
function jobsFor(filters: string[]): Job[] {
  const files = TEST_FILES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  const wanted = filters.map((filter) => (filter.startsWith('/') ? relative(ROOT, filter) : filter));
  const chosen = files.filter((file) => wanted.length === 0 || wanted.some((filter) => file.includes(filter)));
  const checks = wanted.length === 0 ? CHECKS : [];
  return [...checks.map((script) => () => runCheck(script)), ...chosen.map((file) => () => runFile(file))];
}

async function runAll(jobs: Job[]): Promise<Outcome> {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const work = async () => {
    for (let job = jobs.shift(); job && !interrupted.signal.aborted; job = jobs.shift()) {
      const outcome = await job();
      sum.passed += outcome.passed;
      sum.failed += outcome.failed;
      sum.skipped += outcome.skipped;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return sum;
}

/** One PostgreSQL for all files, and one temporary directory, so that nothing is left behind whatever a file does. */
async function withPostgres(work: () => Promise<Outcome>): Promise<Outcome> {
  const directory = temporaryDirectory('sluice-run-');
  process.env.TMPDIR = directory;
  const given = process.env.DATABASE_URL;
  const server = given === undefined ? await startTestServer() : { url: given, stop: async () => {} };
  delete process.env.DATABASE_URL;
  process.env.TEST_DATABASE_URL = server.url;
  try {
    return await work();
  } finally {
    await server.stop();
    for (const file of globSync('{*,*/*}/postgres/postmaster.pid', { cwd: directory })) {
      const left = findPostmaster(dirname(join(directory, file)));
      if (left) await stopPostmaster(left.pid);
    }
    rmSync(directory, { recursive: true, force: true });
  }
}

async function runFile(file: string): Promise<Outcome> {
  const began = performance.now();
  const signal = AbortSignal.any([interrupted.signal, AbortSignal.timeout(FILE_TIMEOUT_MS)]);
  const outcome = { passed: 0, failed: 0, skipped: 0 };
  let output = '';
  for await (const { type, data } of run({ files: [join(ROOT, file)], concurrency: 1, signal })) {
    if (type === 'test:stdout' || type === 'test:stderr') output = (output + data.message).slice(-OUTPUT_KEPT);
    if (type === 'test:fail' && data.todo === undefined && !isEcho(data)) reportFailure(file, data);
    if (type === 'test:summary' && data.file === undefined) {
      outcome.passed += data.counts.passed;
      outcome.failed += data.counts.failed + data.counts.cancelled;
      outcome.skipped += data.counts.skipped + data.counts.todo;
    }
  }
  reportEnd(file, outcome, began, output);
  return outcome;
}

async function runCheck(script: string): Promise<Outcome> {
  const began = performance.now();
  const { code, output } = await npmRun(script);
  const outcome = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
  reportEnd(`npm run ${script}`, outcome, began, output);
  return outcome;
}

function npmRun(script: string): Promise<{ code: number | null; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn('npm', ['run', '--silent', script], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (text: Buffer) => {
      output = (output + text).slice(-OUTPUT_KEPT);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', fail);
    child.once('close', (code) => done({ code, output }));
  });
}

/** A parent fails because a child did: the child has been reported. */
function isEcho(failure: EventData.TestFail): boolean {
  const error = failure.details.error;
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

function reportFailure(file: string, { name, line, details }: EventData.TestFail): void {
  const error = details.error.cause ?? details.error;
  const what = error instanceof Error ? (error.stack ?? error.message) : inspect(error);
  const title = name === join(ROOT, file) ? 'the file as a whole' : name;
  console.log(`\n✖ ${file}:${line ?? 1} — ${title}\n${indented(what)}\n`);
}

function reportEnd(what: string, outcome: Outcome, began: number, output: string): void {
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const counts = outcome.failed > 0 ? `${outcome.passed} passed, ${outcome.failed} failed` : `${outcome.passed} passed`;
  if (outcome.failed > 0 && output.trim() !== '') console.log(`\nOutput of ${what}:\n${indented(output.trimEnd())}\n`);
  console.log(`${outcome.failed > 0 ? '✖' : '✔'} ${what} — ${counts} (${seconds} s)`);
}

function indented(text: string): string {
  return text.replaceAll(/^/gm, '    ');
}
