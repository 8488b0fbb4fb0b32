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

  /** The last thing before something is sent: where it fails, nothing is, and nothing counts as sent. */
  async begins(): Promise<void> {
    const isFirst = !this.#mayHaveArrived;
    this.#isFirst = false;
    try {
      await this.#note(true);
    } catch (error) {
      // The note may have been taken although its answer was lost; why it failed is what there is to tell.
      if (isFirst) await this.#note(false).catch(() => {});
      throw error;
    }
    this.#isFirst = isFirst;
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
