import { parentPort, Worker } from 'node:worker_threads';
import { ownThread, processorMsOf, putBehind } from './thread-priority.ts';

const MIB = 1024 * 1024;
/** What a job may have in its heap; it is looked at from outside, since a thread that computes looks at nothing. */
const MOST_MEMORY_MIB = 320;
const MEMORY_LOOKED_AT_EVERY_MS = 100;
/**
 * What the heap of a thread is laid out for, far more than a job gets to between two looks: where there is no room for a
 * single large piece, not the thread ends but the process.
 */
const HEAP_MIB = 1_024;
const KEPT_IDLE_MS = 30_000;
/** What people make is done sooner; whoever computes longer steps behind those who are served. */
const BUSY_MS = 4_000;
const LOOKED_AT_EVERY_MS = 1_000;

/** Work that took more time or memory than it may. */
export class CutOff extends Error {
  override name = 'CutOff';
}

/** What a job may take, and what it may ask of whoever ordered it. */
export interface Terms {
  signal: AbortSignal;
  withinMs: number;
  /** By name; what is asked is what the module of the thread sends under that name. */
  answers?: Readonly<Record<string, (question: never) => unknown>>;
}

type FromThread =
  | { kind: 'started'; thread: number | undefined }
  | { kind: 'question'; id: number; name: string; question: unknown }
  | { kind: 'done'; result: unknown }
  | { kind: 'failed'; error: unknown };
type ToThread = { kind: 'job'; job: unknown } | { kind: 'answer'; id: number; answer?: unknown; error?: string };

/**
 * Threads that run what somebody else's data makes long: no pattern and no page, however made, holds up those who are
 * served, and what does not end is ended. One job at a time each; a thread without work goes after a while, one that
 * had to step behind when its job is done.
 */
export class Threads<Job, Result> {
  readonly #module: URL;
  readonly #idle = new Set<Worker>();
  readonly #numbers = new WeakMap<Worker, number>();

  /** The module calls `work` below. */
  constructor(module: URL) {
    this.#module = module;
  }

  async run(job: Job, terms: Terms): Promise<Result> {
    terms.signal.throwIfAborted();
    const worker = this.#take();
    const watch = new Watch(() => this.#numbers.get(worker));
    const memory = new MemoryWatch(worker);
    try {
      const result = await Promise.race([resultOf(worker, job, terms), memory.tooMuch]);
      if (watch.steppedBehind) void worker.terminate();
      else this.#keep(worker);
      // Both sides of a thread are released together, and what it sends is a copy of what its work returned.
      return result as Result;
    } catch (error) {
      void worker.terminate();
      throw error;
    } finally {
      watch.end();
      memory.end();
    }
  }

  #take(): Worker {
    const [idle] = this.#idle;
    if (!idle) return this.#start();
    this.#idle.delete(idle);
    forgetListeners(idle);
    idle.ref();
    return idle;
  }

  #start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: HEAP_MIB };
    const worker = new Worker(this.#module, { resourceLimits, stdin: false });
    worker.once('message', ({ thread }: Extract<FromThread, { kind: 'started' }>) => {
      if (thread !== undefined) this.#numbers.set(worker, thread);
    });
    return worker;
  }

  #keep(worker: Worker): void {
    forgetListeners(worker);
    worker.unref();
    this.#idle.add(worker);
    const forget = () => {
      this.#idle.delete(worker);
      clearTimeout(late);
    };
    const late = setTimeout(() => {
      if (this.#idle.delete(worker)) void worker.terminate();
    }, KEPT_IDLE_MS).unref();
    worker.once('error', forget);
    worker.once('exit', forget);
  }
}

/** By name: a worker listens to itself, to start and to stop its port. */
function forgetListeners(worker: Worker): void {
  for (const event of ['message', 'messageerror', 'error', 'exit']) worker.removeAllListeners(event);
}

/** Looks now and then how long a thread has computed for its job. */
class Watch {
  steppedBehind = false;
  readonly #timer: NodeJS.Timeout;

  constructor(numberOf: () => number | undefined) {
    const known = numberOf();
    const before = known === undefined ? 0 : processorMsOf(known);
    this.#timer = setInterval(() => {
      const thread = numberOf();
      if (thread === undefined || processorMsOf(thread) - before < BUSY_MS) return;
      putBehind(thread);
      this.steppedBehind = true;
      this.end();
    }, LOOKED_AT_EVERY_MS).unref();
  }

  end(): void {
    clearInterval(this.#timer);
  }
}

/** Looks often how much a thread holds, and says where that is too much. */
class MemoryWatch {
  readonly #over = Promise.withResolvers<never>();
  readonly #timer: NodeJS.Timeout;
  #isLooking = false;

  constructor(worker: Worker) {
    this.#timer = setInterval(() => void this.#look(worker), MEMORY_LOOKED_AT_EVERY_MS).unref();
  }

  get tooMuch(): Promise<never> {
    return this.#over.promise;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  async #look(worker: Worker): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    // One that has ended says so itself.
    const heap = await worker.getHeapStatistics().catch(() => undefined);
    this.#isLooking = false;
    if (heap && heap.used_heap_size > MOST_MEMORY_MIB * MIB) this.#over.reject(tooMuchMemory());
  }
}

function tooMuchMemory(): CutOff {
  return new CutOff('it took too much memory');
}

function resultOf(worker: Worker, job: unknown, { signal, withinMs, answers = {} }: Terms): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const onAbort = () => reject(signal.reason);
  const late = setTimeout(() => reject(new CutOff(`it took longer than ${withinMs} ms`)), withinMs);
  signal.addEventListener('abort', onAbort, { once: true });
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'done') resolve(message.result);
    else if (message.kind === 'failed') reject(message.error);
    else if (message.kind === 'question') void answered(worker, message, answers);
  });
  worker.once('error', (error) => reject(isOutOfMemory(error) ? tooMuchMemory() : error));
  worker.once('messageerror', () => reject(new CutOff('what it made is too tangled to be handed over')));
  worker.once('exit', (code) => reject(new Error(`the thread ended with ${code}`)));
  try {
    worker.postMessage({ kind: 'job', job } satisfies ToThread);
  } catch (error) {
    reject(error);
  }
  return promise.finally(() => {
    clearTimeout(late);
    signal.removeEventListener('abort', onAbort);
  });
}

async function answered(
  worker: Worker,
  { id, name, question }: Extract<FromThread, { kind: 'question' }>,
  answers: NonNullable<Terms['answers']>,
): Promise<void> {
  try {
    const answer = await answers[name]?.(question as never);
    worker.postMessage({ kind: 'answer', id, answer } satisfies ToThread);
  } catch (error) {
    worker.postMessage({ kind: 'answer', id, error: String(error) } satisfies ToThread);
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** Asks whoever ordered the job. */
export type Ask = <Answer>(name: string, question: unknown) => Promise<Answer>;

/** What a module does with the jobs of its thread, one after the other. */
export function work<Job, Result>(run: (job: Job, ask: Ask) => Result | Promise<Result>): void {
  const port = parentPort;
  if (!port) throw new Error('this module is for a thread of its own');
  port.postMessage({ kind: 'started', thread: ownThread() } satisfies FromThread);
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  let questions = 0;
  const ask: Ask = <Answer>(name: string, question: unknown) => {
    questions += 1;
    const pending = Promise.withResolvers<unknown>();
    asked.set(questions, pending);
    port.postMessage({ kind: 'question', id: questions, name, question } satisfies FromThread);
    return pending.promise as Promise<Answer>;
  };
  port.on('message', async (message: ToThread) => {
    if (message.kind === 'answer') {
      const pending = asked.get(message.id);
      asked.delete(message.id);
      if (message.error === undefined) pending?.resolve(message.answer);
      else pending?.reject(new Error(message.error));
      return;
    }
    try {
      port.postMessage({ kind: 'done', result: await run(message.job as Job, ask) } satisfies FromThread);
    } catch (error) {
      port.postMessage({ kind: 'failed', error } satisfies FromThread);
    }
  });
}
