import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { hasLatelyCome, isMakingChange } from './lately-come.ts';

/** How long others wait at most for one piece of long work. */
const TURN_MS = 4;
/** A round of the loop that took longer had something else to do. */
const IDLE_ROUND_MS = 1;
const LONGEST_REST_MS = 20;
/** So long it rests for those who have come just now. Their answers take several rounds, with the database between them. */
const RESTS_FOR_SHORT_MS = 12;
const LOOKS_EVERY_MS = 1;

/** Of so many pieces one is for whoever has waited longest: what others bring again and again takes no more than the rest. */
const SHARED_EVERY = 3;

interface Waiting {
  /** How long its last piece took, and all of them together. */
  took: number;
  had: number;
  /** It is part of a change, which others rest for. */
  isChange: boolean;
  goOn(): void;
}

/** Whoever does long work goes on one after the other: of all of it, a round of the loop holds one piece. */
const line: Waiting[] = [];
let isMoving = false;
let pieces = 0;

/** Work that takes long, on the loop that answers everybody: it goes on in short turns, and others go first. */
export class LongWork {
  #began = performance.now();
  #had = 0;

  /** Whether it is time to give way. */
  get hadItsTurn(): boolean {
    return performance.now() - this.#began >= TURN_MS;
  }

  /**
   * Lets others go first: for one round of the loop, where they have work for as long again as the turn took, and where
   * they have come just now until they are answered, if that is soon. Of those who do long work, whoever has had least of
   * it mostly goes on, so that what is over soon waits for nothing that takes seconds.
   */
  async giveWay(): Promise<void> {
    const took = performance.now() - this.#began;
    // Between the pieces it may have waited for the database.
    this.#had += Math.min(took, 2 * TURN_MS);
    await new Promise<void>((goOn) => {
      line.push({ took, had: this.#had, isChange: isMakingChange(), goOn });
      if (!isMoving) void move();
    });
    this.#began = performance.now();
  }
}

async function move(): Promise<void> {
  isMoving = true;
  for (let last = line.at(-1); last; last = line.at(-1)) {
    await rest(last.took);
    takeNext()?.goOn();
  }
  isMoving = false;
}

function takeNext(): Waiting | undefined {
  pieces += 1;
  const [longest] = line;
  if (!longest || pieces % SHARED_EVERY === 0) return line.shift();
  const next = line.reduce((first, one) => (goesAhead(one, first) ? one : first));
  line.splice(line.indexOf(next), 1);
  return next;
}

/** What a change is made of goes first, then whoever has had least. */
function goesAhead(one: Waiting, other: Waiting): boolean {
  return one.isChange === other.isChange ? one.had < other.had : one.isChange;
}

/** Makes something of each of many, in turns; those of work that goes on from before are turns of that. */
export async function eachInTurns<From, To>(
  many: readonly From[],
  make: (one: From) => To,
  work = new LongWork(),
): Promise<To[]> {
  const made: To[] = [];
  for (const one of many) {
    if (work.hadItsTurn) await work.giveWay();
    made.push(make(one));
  }
  return made;
}

async function rest(took: number): Promise<void> {
  const began = performance.now();
  await setImmediate();
  if (performance.now() - began > IDLE_ROUND_MS) await sleep(Math.min(took, LONGEST_REST_MS));
  const isTimeToRest = () => hasLatelyCome({ change: line.some(({ isChange }) => isChange) });
  while (isTimeToRest() && performance.now() - began < RESTS_FOR_SHORT_MS) await sleep(LOOKS_EVERY_MS);
}
