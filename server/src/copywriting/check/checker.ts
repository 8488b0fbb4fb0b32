import { foldedWords } from '../../detection/words.ts';
import type { Site } from '../../ports/site-reader.ts';
import type { ComposedAd, SourcedText } from '../composed-campaign.ts';
import type { Lexicon } from '../languages/lexicon.ts';
import { lexiconOf, SPOKEN } from '../languages/lexicons.ts';
import { areAlike, areSameName, type Compared, comparedText, overlap } from './likeness.ts';
import { brokenRules, type PolicyContext, type TextKind } from './policy.ts';
import { SiteText } from './site-text.ts';
import { untraceable } from './traceable.ts';

/** What is wrong with one text, by the question that it fails. */
export interface Verdict {
  valid: string[];
  language: string[];
  traceable: string[];
}

const LONGEST_CONDITION = 40;
const KANA_OR_HAN = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/** Judges texts by the site alone, whoever wrote them. Nothing leaves unless it passed here. */
export class Checker {
  readonly #site: SiteText;
  readonly #lexicon: Lexicon;
  readonly #context: PolicyContext;
  /** Texts are compared again and again. */
  readonly #known = new Map<string, Compared>();

  constructor(site: Site, language: string, context: PolicyContext) {
    this.#lexicon = lexiconOf(language);
    this.#site = new SiteText(site, this.#lexicon);
    this.#context = context;
  }

  verdict(text: SourcedText, kind: TextKind): Verdict {
    return {
      valid: [
        ...brokenRules(text.text, kind, this.#context),
        ...this.#boasts(text.text),
        ...this.#loose(text.text, kind),
      ],
      language: this.#strangeLanguage(text.text),
      traceable: untraceable(text, this.#site, this.#lexicon),
    };
  }

  accepts(text: SourcedText, kind: TextKind): boolean {
    return Object.values(this.verdict(text, kind)).every((problems) => problems.length === 0);
  }

  /** Whether a text says something that none of the others says. */
  isNew(text: string, others: readonly string[], kind: TextKind): boolean {
    const same = kind === 'description' ? overlap : kind.startsWith('sitelink') ? areSameName : areAlike;
    const compared = this.#compared(text);
    return others.every((other) => !same(compared, this.#compared(other)));
  }

  /** Two texts of an ad that say the same, if there are any. */
  repeated({ headlines, descriptions }: Pick<ComposedAd, 'headlines' | 'descriptions'>): string[] {
    const among = (texts: readonly SourcedText[], kind: TextKind) =>
      texts
        .filter(
          ({ text }, at) =>
            !this.isNew(
              text,
              texts.slice(0, at).map((one) => one.text),
              kind,
            ),
        )
        .map(({ text }) => text);
    return [...among(headlines, 'headline'), ...among(descriptions, 'description')];
  }

  #compared(text: string): Compared {
    const known = this.#known.get(text) ?? comparedText(text, this.#lexicon);
    this.#known.set(text, known);
    return known;
  }

  /** Nothing proves a superlative that only the business itself states. */
  #boasts(text: string): string[] {
    return this.#lexicon.find.superlative.test(text) ? ['superlative'] : [];
  }

  /** For whom something is says nothing without the thing; a page may be named so, and a longer text has both. */
  #loose(text: string, kind: TextKind): string[] {
    const isMore = kind === 'sitelinkText' || text.length > LONGEST_CONDITION;
    return !isMore && this.#lexicon.find.onlyCondition.test(text) ? ['nothing but a condition'] : [];
  }

  #strangeLanguage(text: string): string[] {
    const words = foldedWords(text);
    const own = words.filter((word) => this.#lexicon.functionWords.has(word)).length;
    const isStrange = SPOKEN.some(({ language, functionWords }) => {
      if (language === this.#lexicon.language || this.#lexicon.functionWords.size === 0) return false;
      return words.filter((word) => functionWords.has(word)).length - own >= 2;
    });
    const isStrangeScript =
      this.#lexicon.language !== 'ja' && this.#lexicon.language !== 'zh' && KANA_OR_HAN.test(text);
    return isStrange || isStrangeScript ? ['another language'] : [];
  }
}
