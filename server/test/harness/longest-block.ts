const LOOK_EVERY_MS = 1;
const MICROS_OF_A_MS = 1_000;

/** The processor time that this thread has taken: what others do on a busy machine is no part of it. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROS_OF_A_MS;
}

/** Watches how long whatever else the process has to do is kept waiting at most, until it is ended. */
export class LongestBlock {
  #longest = 0;
  #last = threadMs();
  readonly #timer = setInterval(() => this.#look(), LOOK_EVERY_MS);

  /** The longest stretch between two turns, in milliseconds of processor time. */
  end(): number {
    clearInterval(this.#timer);
    this.#look();
    return this.#longest;
  }

  #look(): void {
    const now = threadMs();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
  }
}
