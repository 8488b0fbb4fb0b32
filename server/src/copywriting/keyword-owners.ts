import type { Brief } from './brief.ts';
import { contentWords, isIn } from './keyword-text.ts';
import type { Service } from './offering.ts';

/** Tells which service a search is for, by the words that only one of them goes by. */
export class Owners {
  readonly #names: { service: Service; words: ReadonlySet<string> }[];
  readonly #brief: Brief;

  constructor(services: readonly Service[], brief: Brief) {
    this.#brief = brief;
    this.#names = services.map((service) => ({
      service,
      words: new Set(service.forms.flatMap((form) => contentWords(form, brief))),
    }));
  }

  ownerOf(text: string, asking: Service): Service {
    const words = contentWords(text, this.#brief);
    const score = (own: ReadonlySet<string>) =>
      words.filter((word) => isIn(word, own)).length / Math.max(1, Math.sqrt(own.size));
    const asked = this.#names.find(({ service }) => service === asking);
    let best = { service: asking, score: asked ? score(asked.words) : 0 };
    for (const { service, words: own } of this.#names) {
      const strange = words.some((word) => isIn(word, own) && asked && !isIn(word, asked.words));
      if (strange && score(own) > best.score) best = { service, score: score(own) };
    }
    return best.service;
  }
}
