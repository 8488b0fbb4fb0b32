import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../base/context.ts';
import type { Queryable } from '../base/database.ts';
import { lettingGo } from '../base/letting-go.ts';
import { type Attempt, type AttemptTools, startAttempt } from './attempt.ts';
import { groupCompletions } from './completions.ts';
import { beatTasks, type ClaimedTask, claimTasks, handBackTask, releaseWaiting } from './running-task.store.ts';
import type { ScheduledWork } from './schedule.ts';
import { scheduleKeeper } from './schedule-keeper.ts';
import { sweep } from './sweep.ts';
import { TASK_CHANNEL } from './task.store.ts';
import type { Task } from './task.ts';
import { DEFAULT_TIMING, every, instant, type Timing } from './timing.ts';
import { beatWorker, stopWorkers } from './worker.store.ts';
import { type WorkerIdentity, workerIdentity } from './worker-process.ts';

/** What a worker is made of. */
export interface RunnerSetup {
  services: Services;
  tasks: readonly Task[];
  schedule: readonly ScheduledWork[];
  timing?: Partial<Timing>;
  /** How many tasks it works on at once; otherwise as many as configured. */
  places?: number;
  /** So many of them the tasks of one holder have at most, such as an organization; otherwise they may take all. */
  placesOfOne?: number;
  /** How it hears of new tasks; otherwise on a connection of its own. */
  hear?: Hear;
}

/** Calls back with the type of each task that may begin, or with nothing where that is not known, until it is ended. */
export type Hear = (onTask: (type: string) => void) => Promise<() => Promise<void>>;

/** A worker at work in this process. */
export interface Runner {
  readonly workerId: string;
  /** Takes nothing more, asks running work to end, and after the grace settles what has not ended. */
  stop(options: { graceMs: number }): Promise<void>;
}

/** Starts a worker: it takes tasks, keeps the schedule, and settles what dead workers left. */
export async function startRunner(setup: RunnerSetup): Promise<Runner> {
  const runner = new TaskRunner(setup);
  await runner.start();
  return runner;
}

const JUDGES_AFTER_BEATS = 3;

class TaskRunner implements Runner {
  readonly #services: Services;
  readonly #db: Queryable;
  readonly #kinds: ReadonlyMap<string, Task>;
  readonly #claimable: string;
  readonly #schedule: readonly ScheduledWork[];
  readonly #timing: Timing;
  readonly #places: number;
  readonly #placesOfOne: number;
  readonly #hear: Hear;
  readonly #identity: WorkerIdentity = workerIdentity();
  readonly #tools: AttemptTools;
  readonly #attempts = new Map<number, Attempt>();
  /** What ends first when the worker stops; the heartbeat ends last. */
  #looking: (() => Promise<void>)[] = [];
  #stopHeartbeat = async () => {};
  #lastBeat = 0;
  /** Since when neither the heartbeat has paused nor the clock jumped: who was cut off cannot tell whether others are dead. */
  #beatingSince = 0;
  #filling: Promise<void> | undefined;
  #lookAgain = false;
  #stopped: Promise<void> | undefined;

  constructor({ services, tasks, schedule, timing, places, placesOfOne, hear }: RunnerSetup) {
    this.#services = services;
    this.#hear = hear ?? ((onTask) => services.database.listen(TASK_CHANNEL, onTask));
    this.#places = places ?? services.config.taskConcurrency;
    this.#placesOfOne = placesOfOne ?? this.#places;
    this.#kinds = new Map(tasks.map((kind) => [kind.type, kind]));
    this.#claimable = JSON.stringify(
      Object.fromEntries(tasks.map(({ type, timeoutSeconds, resumable }) => [type, { timeoutSeconds, resumable }])),
    );
    for (const { name, type } of schedule) {
      if (this.#kinds.get(type)?.inOrganization !== false) throw new TypeError(`${name} starts no service task`);
    }
    this.#schedule = schedule;
    this.#timing = { ...DEFAULT_TIMING, ...timing };
    // Tasks may hold every connection of the pool; the worker itself must not have to wait for one.
    this.#db = services.database.lane();
    const complete = groupCompletions(this.#db, services.clock);
    this.#tools = { services, timing: this.#timing, complete };
  }

  get workerId(): string {
    return this.#identity.id;
  }

  async start(): Promise<void> {
    const { pollMs, heartbeatMs, sweepMs, scheduleMs } = this.#timing;
    const { log } = this.#services;
    const onError = (err: unknown) => log.error({ err, worker: this.workerId }, 'a worker could not look around');
    const keepSchedule = scheduleKeeper(this.#services, this.#schedule);
    await this.#beat();
    await lettingGo(() => this.#sweep());
    await keepSchedule();
    const stopListening = await this.#hear((type) => {
      if (type === '' || this.#kinds.has(type)) this.#wake();
    });
    this.#stopHeartbeat = every(heartbeatMs, () => this.#beat(), onError);
    this.#looking = [
      every(pollMs, () => this.#poll(), onError),
      every(sweepMs, () => this.#sweep(), onError),
      every(scheduleMs, keepSchedule, onError),
      stopListening,
    ];
    await this.#poll();
  }

  stop({ graceMs }: { graceMs: number }): Promise<void> {
    this.#stopped ??= this.#stop(graceMs);
    return this.#stopped;
  }

  async #stop(graceMs: number): Promise<void> {
    await Promise.all(this.#looking.map((end) => end()));
    await this.#filling;
    const attempts = [...this.#attempts.values()];
    for (const attempt of attempts) attempt.interrupt('shutdown');
    const done = Promise.all(attempts.map((attempt) => attempt.done));
    await Promise.race([done, sleep(graceMs, undefined, { ref: false })]);
    for (const attempt of attempts) attempt.abandon();
    await done;
    await this.#stopHeartbeat();
    await stopWorkers(this.#db, [this.workerId], instant(this.#services.clock.now()));
  }

  async #poll(): Promise<void> {
    await this.#db.execute(releaseWaiting, instant(this.#services.clock.now()));
    this.#wake();
  }

  async #sweep(): Promise<void> {
    const resumed = await sweep({
      services: this.#services,
      kinds: this.#kinds,
      timing: this.#timing,
      identity: this.#identity,
      mayJudgeSilence: this.#mayJudgeSilence(),
    });
    if (resumed) this.#wake();
  }

  /** Not while this worker is cut off itself, nor right after: its own last beat may be as old as those of others. */
  #mayJudgeSilence(): boolean {
    const { heartbeatMs, deadAfterMs } = this.#timing;
    if (this.#services.clock.now() - this.#lastBeat > deadAfterMs / 2) return false;
    return this.#lastBeat - this.#beatingSince >= JUDGES_AFTER_BEATS * heartbeatMs;
  }

  #wake(): void {
    this.#lookAgain = true;
    this.#fill();
  }

  #fill(): void {
    this.#filling ??= this.#claimWhatFits()
      .catch((err: unknown) => this.#services.log.error({ err, worker: this.workerId }, 'tasks could not be claimed'))
      .finally(() => {
        this.#filling = undefined;
      });
  }

  /** Claims until every place is taken or the queue is empty; `lookAgain` says that it may no longer be. */
  async #claimWhatFits(): Promise<void> {
    const { clock } = this.#services;
    for (;;) {
      // Tasks that end together make room together.
      await nextTurn();
      const room = this.#room();
      if (this.#stopped || !this.#lookAgain || room <= 0) return;
      this.#lookAgain = false;
      if (clock.now() - this.#lastBeat > this.#timing.deadAfterMs / 2) await this.#beat();
      const now = instant(clock.now());
      const claimed = await this.#db.rows(claimTasks, this.workerId, now, this.#claimable, room, this.#sated());
      if (claimed.length === room) this.#lookAgain = true;
      if (this.#stopped) await this.#handBack(claimed);
      else for (const each of claimed) this.#start(each);
    }
  }

  /** As many as whoever may still take places can be given, should all that is found be theirs. */
  #room(): number {
    const free = this.#places - this.#attempts.size;
    if (this.#placesOfOne >= this.#places) return free;
    const most = Math.max(
      0,
      ...this.#held()
        .values()
        .filter((count) => count < this.#placesOfOne),
    );
    return Math.min(free, this.#placesOfOne - most);
  }

  /** Those whose tasks have all the places that they may take: others must not wait for theirs. */
  #sated(): string[] {
    if (this.#placesOfOne >= this.#places) return [];
    const full = this.#held()
      .entries()
      .filter(([, count]) => count >= this.#placesOfOne);
    return [...full.map(([holder]) => holder)];
  }

  /** How many places each holder has. */
  #held(): Map<string, number> {
    const held = new Map<string, number>();
    for (const { claimed } of this.#attempts.values()) {
      held.set(claimed.holder, (held.get(claimed.holder) ?? 0) + 1);
    }
    return held;
  }

  async #handBack(claimed: readonly ClaimedTask[]): Promise<void> {
    for (const { task_tracking_id: id, attempts } of claimed) {
      await this.#db.execute(handBackTask, id, attempts);
    }
  }

  #start(claimed: ClaimedTask): void {
    const kind = this.#kinds.get(claimed.type);
    if (!kind) return;
    const id = claimed.task_tracking_id;
    // Where it was taken from this very worker, what it still does about it must not go on beside this.
    this.#attempts.get(id)?.interrupt('lost');
    const attempt = startAttempt(kind, claimed, this.#tools);
    this.#attempts.set(id, attempt);
    attempt.done.finally(() => {
      const sated = this.#sated().length > 0;
      if (this.#attempts.get(id) === attempt) this.#attempts.delete(id);
      if (sated) this.#lookAgain = true;
      if (this.#lookAgain) this.#fill();
    });
  }

  /** Tells that this worker and its attempts are alive; attempts that others have settled meanwhile are given up. */
  async #beat(): Promise<void> {
    const now = this.#services.clock.now();
    const held = [...this.#attempts.values()];
    // The tasks first: a worker that is seen alive has then spoken for its tasks too.
    if (held.length > 0) await this.#beatFor(held, now);
    await beatWorker(this.#db, this.#identity, instant(now));
    if (Math.abs(now - this.#lastBeat) > this.#timing.deadAfterMs / 2) this.#beatingSince = now;
    this.#lastBeat = now;
  }

  async #beatFor(held: readonly Attempt[], now: number): Promise<void> {
    const ids = held.map(({ claimed }) => claimed.task_tracking_id);
    const rows = await this.#db.rows(beatTasks, this.workerId, instant(now), ids);
    const ours = new Map(rows.map((row) => [row.task_tracking_id, row.attempts]));
    for (const attempt of held) {
      if (ours.get(attempt.claimed.task_tracking_id) !== attempt.claimed.attempts) attempt.interrupt('lost');
    }
  }
}
