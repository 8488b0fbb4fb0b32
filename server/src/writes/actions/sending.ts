/**
 * Whether the platform may have been told of a step. That is noted before anything leaves, so that whoever takes the work
 * over knows it, and taken back where what left certainly did nothing.
 */
export class Sending {
  readonly #note: (tried: boolean) => Promise<void>;
  #mayHaveArrived: boolean;
  #isFirst = false;

  constructor(mayHaveArrived: boolean, note: (tried: boolean) => Promise<void>) {
    this.#mayHaveArrived = mayHaveArrived;
    this.#note = note;
  }

  /** Something of the step was sent, and nobody knows that it did nothing. */
  get mayHaveArrived(): boolean {
    return this.#mayHaveArrived;
  }

  /** Right before something is sent. */
  async begins(): Promise<void> {
    await this.#note(true);
    this.#isFirst = !this.#mayHaveArrived;
    this.#mayHaveArrived = true;
  }

  /** What was sent last did nothing; what was sent before that may have. */
  async didNothing(): Promise<void> {
    if (!this.#isFirst) return;
    await this.#note(false);
    this.#isFirst = false;
    this.#mayHaveArrived = false;
  }
}
