import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Phrasing, Writer, WritingOrder } from '../ports/writer.ts';
import { type AdTexts, builtInTexts, factsFor, orderFor, phrasedTexts } from './ad-texts.ts';
import type { Brief } from './brief.ts';
import type { Checker } from './check/checker.ts';
import type { Service } from './offering.ts';

/** Ads that a writer phrases at the same time. */
const AT_ONCE = 4;

/** Where the texts of ads are written: by a writer as long as one is there and answers, else in the site's own words. */
export class WritersDesk {
  readonly #brief: Brief;
  readonly #checker: Checker;
  readonly #writer: Writer | undefined;
  readonly #signal: AbortSignal | undefined;
  /** One that failed once is not waited for again. */
  writerFailed = false;

  constructor(
    brief: Brief,
    checker: Checker,
    { writer, signal }: { writer?: Writer | undefined; signal?: AbortSignal },
  ) {
    this.#brief = brief;
    this.#checker = checker;
    this.#writer = writer;
    this.#signal = signal;
  }

  async textsOf(services: readonly Service[]): Promise<AdTexts[]> {
    const texts: AdTexts[] = [];
    for (let at = 0; at < services.length; at += AT_ONCE) {
      const some = services.slice(at, at + AT_ONCE);
      texts.push(...(await Promise.all(some.map((service) => this.#write(service)))));
    }
    return texts;
  }

  async #write(service: Service): Promise<AdTexts> {
    await othersTurn();
    const [brief, checker] = [this.#brief, this.#checker];
    if (!this.#writer || this.writerFailed) return builtInTexts(service, brief, checker);
    const facts = factsFor(service, brief);
    const phrasing = await this.#ask(this.#writer, orderFor(service, brief, facts));
    return phrasing ? phrasedTexts(phrasing, facts, service, brief, checker) : builtInTexts(service, brief, checker);
  }

  /** A writer that fails costs its words, never the campaign; only the end of all work ends this too. */
  async #ask(writer: Writer, order: WritingOrder): Promise<Phrasing | undefined> {
    try {
      return await writer.phrase(order, this.#signal);
    } catch {
      this.#signal?.throwIfAborted();
      this.writerFailed = true;
      return undefined;
    }
  }
}
