import { join } from 'node:path';
import { type EventData, run } from 'node:test';
import { inspect } from 'node:util';
import { indented, OUTPUT_KEPT, type Outcome, reportEnd } from './outcome.ts';

const FILE_TIMEOUT_MS = 8 * 60_000;

/** Runs a test file in a process of its own and reports each failure by the titles that lead to it. */
export async function runFile(root: string, file: string, interrupted: AbortSignal): Promise<Outcome> {
  const began = performance.now();
  const path = join(root, file);
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(FILE_TIMEOUT_MS)]);
  const outcome = { passed: 0, failed: 0, skipped: 0 };
  const titles: string[] = [];
  let output = '';
  for await (const { type, data } of run({ files: [path], concurrency: 1, signal })) {
    if (type === 'test:stdout' || type === 'test:stderr') output = (output + data.message).slice(-OUTPUT_KEPT);
    if (type === 'test:start') titles.splice(data.nesting, Infinity, data.name);
    if (type === 'test:fail' && data.todo === undefined && !isEcho(data)) {
      const above = titles.slice(0, data.nesting);
      reportFailure(file, data, data.name === path ? 'the file as a whole' : [...above, data.name].join(' › '));
      // The summary counts tests alone: a suite whose own hook failed would go unnoticed.
      if (data.details.type === 'suite') outcome.failed += 1;
    }
    if (type === 'test:summary' && data.file === undefined) {
      outcome.passed += data.counts.passed;
      outcome.failed += data.counts.failed + data.counts.cancelled;
      outcome.skipped += data.counts.skipped + data.counts.todo;
    }
  }
  reportEnd(file, outcome, began, output);
  return outcome;
}

/** A parent fails because a child did: the child has been reported. */
function isEcho({ details: { error } }: EventData.TestFail): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

function reportFailure(file: string, { line, details }: EventData.TestFail, title: string): void {
  const error = details.error.cause ?? details.error;
  const what = error instanceof Error ? (error.stack ?? error.message) : inspect(error);
  console.log(`\n✖ ${file}:${line ?? 1} — ${title}\n${indented(what)}\n`);
}
