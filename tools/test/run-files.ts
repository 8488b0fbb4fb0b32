import { join, relative } from 'node:path';
import { type EventData, run } from 'node:test';
import { inspect } from 'node:util';
import { indented, OUTPUT_KEPT, type Outcome, reportEnd } from './outcome.ts';

const GROUP = join(import.meta.dirname, 'group.ts');
const TIMEOUT_MS = 8 * 60_000;
const LATE = /^(?:Error|Warning): /;

/** Runs test files in one process of their own and reports each failure by the titles that lead to it. */
export async function runFiles(root: string, files: readonly string[], interrupted: AbortSignal): Promise<Outcome[]> {
  const began = performance.now();
  const paths = files.map((file) => join(root, file));
  const entry = paths.length === 1 && paths[0] ? paths[0] : GROUP;
  const tally = new Tally(root, paths, entry);
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(TIMEOUT_MS)]);
  const env = { ...process.env, TEST_FILES: paths.join('\n') };
  for await (const { type, data } of run({ files: [entry], concurrency: 1, signal, env })) {
    if (type === 'test:stdout' || type === 'test:stderr') tally.heard(data.message);
    // What breaks after its test has ended is told here alone; the file fails as a whole.
    if (type === 'test:diagnostic' && LATE.test(data.message)) tally.heard(`${data.message}\n`);
    if (type === 'test:start') tally.started(data);
    if (type === 'test:pass') tally.passed(data);
    if (type === 'test:fail') tally.failed(data);
  }
  return tally.end(performance.now() - began);
}

type Counted = Outcome & { ms: number };

/** What came of each file of a process. */
class Tally {
  #root: string;
  #entry: string;
  #outcomes: Map<string, Counted>;
  #titles: string[] = [];
  #output = '';

  constructor(root: string, paths: readonly string[], entry: string) {
    this.#root = root;
    this.#entry = entry;
    this.#outcomes = new Map(paths.map((path) => [path, this.#nothing(path)]));
  }

  heard(message: string): void {
    this.#output = (this.#output + message).slice(-OUTPUT_KEPT);
  }

  started({ nesting, name }: EventData.TestStart): void {
    this.#titles.splice(nesting, Infinity, name);
  }

  passed(data: EventData.TestPass): void {
    const outcome = this.#of(data);
    if (data.name === this.#entry) return;
    // Of a suite that is skipped whole, no test is heard.
    if (data.skip !== undefined || data.todo !== undefined) outcome.skipped += 1;
    else if (data.details.type !== 'suite') outcome.passed += 1;
  }

  failed(data: EventData.TestFail): void {
    const outcome = this.#of(data);
    if (data.todo !== undefined) {
      outcome.skipped += 1;
      return;
    }
    // A suite fails because of its tests, which are counted; one whose own hook failed would go unnoticed.
    if (data.details.type !== 'suite' || !isEcho(data)) outcome.failed += 1;
    if (isEcho(data)) return;
    const titles = [...this.#titles.slice(0, data.nesting), data.name];
    const title = data.name === this.#entry ? 'the file as a whole' : titles.join(' › ');
    const failure = `${relative(this.#root, data.file ?? this.#entry)}:${data.line ?? 1} — ${title}\n${indented(causeOf(data))}`;
    outcome.failures.push(failure);
    console.log(`\n✖ ${failure}\n`);
  }

  /** Tells of each file; one of which nothing was heard has failed. */
  end(ms: number): Outcome[] {
    const whole = this.#outcomes.get(this.#entry);
    if (whole) whole.ms = ms;
    const outcomes = [...this.#outcomes.values()];
    for (const outcome of outcomes) {
      if (outcome.passed + outcome.failed + outcome.skipped === 0) {
        outcome.failed = 1;
        outcome.failures.push('nothing was heard of it');
      }
      reportEnd(outcome, outcome.ms, this.#output);
    }
    return outcomes;
  }

  #of({ file, nesting, details }: EventData.TestPass | EventData.TestFail): Counted {
    // What several files share may define their tests: alone in its process, a file is known by that.
    const path = this.#outcomes.has(this.#entry) ? this.#entry : (file ?? this.#entry);
    const outcome = this.#outcomes.get(path) ?? this.#nothing(path);
    this.#outcomes.set(path, outcome);
    if (nesting === 0) outcome.ms += details.duration_ms;
    return outcome;
  }

  #nothing(path: string): Counted {
    return { what: relative(this.#root, path), passed: 0, failed: 0, skipped: 0, failures: [], ms: 0 };
  }
}

/** A parent fails because a child did: the child has been reported. */
function isEcho({ details: { error } }: EventData.TestFail): boolean {
  return 'failureType' in error && error.failureType === 'subtestsFailed';
}

function causeOf({ details }: EventData.TestFail): string {
  const error = details.error.cause ?? details.error;
  // Of a process that failed by itself, although all its tests passed, nothing else is known.
  if ('exitCode' in details.error && 'signal' in details.error) {
    return `the process ended with exit code ${details.error.exitCode}, signal ${details.error.signal}`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : inspect(error);
}
