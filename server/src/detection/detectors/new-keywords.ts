import { z } from 'zod';
import type { KeywordIdea } from '../../ports/ad-platform.ts';
import { detector } from '../detector.ts';
import { type AccountKeyword, type AdFacts, type EvidenceWith, MANY_CLICKS, type TermFacts } from '../evidence.ts';
import { cpaOf, type Figures, NO_FIGURES, settledWindow } from '../figures.ts';
import { type Finding, NO_BLAST } from '../finding.ts';
import { adsById } from '../keyword-finding.ts';
import { keywordText } from '../negative-match.ts';
import { Protection } from '../protection.ts';
import { SimilarAds } from '../similar-ads.ts';
import { collected, eachOf, type Steps, sorted } from '../steps.ts';
import { expectedRate, type Target } from '../target.ts';
import { additionOf, certaintyOfWorth, Exclusions, isBrandForeign, servingAd } from '../term-finding.ts';
import { isUnderperforming, isWatched } from '../underperforming.ts';
import { OTHER_INTENT } from '../word-lists.ts';
import { WordWorth } from '../word-worth.ts';
import { foldedWord, phraseKey, variantOf, wordsOf } from '../words.ts';

const DAYS = 90;
const PROMISING_CTR = 0.03;
const FEWEST_SEARCHES = 10;
const MOST_IDEAS = 50;
const IDEA_CONFIDENCE = 0.5;

type Evidence = EvidenceWith<
  'terms' | 'termImpressions' | 'keywordTexts' | 'ads' | 'negatives' | 'accountKeywords' | 'accountTerms' | 'ideas'
>;

/** What people search for and no keyword holds: terms that convert or are clicked a lot, and ideas worth their price. */
export const newKeywords = detector({
  name: 'new_keywords',
  options: z.strictObject({}),
  saves: true,
  computesSaving: false,
  needsTarget: true,
  reads: ['terms', 'termImpressions', 'keywordTexts', 'ads', 'negatives', 'accountKeywords', 'accountTerms', 'ideas'],

  *detect(evidence, _options, { target }) {
    const search = yield* Search.in(evidence, target);
    const good = yield* collected(evidence.terms, (term) => search.isGood(term));
    const terms = yield* sorted(good, (a, b) => b.figures.conversions - a.figures.conversions);
    const ideas = yield* sorted(evidence.ideas, (a, b) => b.monthlySearches - a.monthlySearches);
    return [
      ...(yield* collected(terms, (term) => search.ofTerm(term))),
      ...(yield* collected(ideas, (idea) => search.ofIdea(idea))).slice(0, MOST_IDEAS),
    ];
  },
});

/** A term that is worth a keyword, and whether because it converts. */
interface GoodTerm {
  term: TermFacts;
  figures: Figures;
  converts: boolean;
}

/** What is known of all keywords and terms before one is looked at. */
interface Known {
  taken: Set<string>;
  searched: ReadonlySet<string>;
  similar: SimilarAds;
  worth: WordWorth;
}

class Search {
  readonly #evidence: Evidence;
  readonly #target: Target | undefined;
  readonly #rate: number;
  readonly #taken: Set<string>;
  readonly #exclusions: Exclusions;
  readonly #protection: Protection;
  readonly #ads: ReadonlyMap<number, AdFacts>;
  readonly #similar: SimilarAds;
  readonly #worth: WordWorth;
  /** What people search for here already: it is judged as a term, and no idea. */
  readonly #searched: ReadonlySet<string>;

  private constructor(evidence: Evidence, target: Target | undefined, { taken, searched, similar, worth }: Known) {
    this.#evidence = evidence;
    this.#target = target;
    this.#rate = expectedRate(evidence);
    this.#exclusions = new Exclusions(evidence);
    this.#protection = new Protection(evidence.profile);
    this.#ads = adsById(evidence.ads);
    this.#taken = taken;
    this.#searched = searched;
    this.#similar = similar;
    this.#worth = worth;
  }

  /** In steps: keywords and terms may be many. */
  static *in(evidence: Evidence, target: Target | undefined): Steps<Search> {
    const { keywordTexts, accountKeywords, accountTerms, ads } = evidence;
    const taken = new Set<string>();
    for (const keywords of [keywordTexts, accountKeywords]) {
      yield* eachOf<AccountKeyword>(keywords, ({ text }) => taken.add(variantOf(wordsOf(text))));
    }
    const searched = new Set<string>();
    const compared = evidence.ideas.length > 0 ? evidence.terms : [];
    yield* eachOf(compared, ({ text }) => searched.add(phraseKey(wordsOf(text))));
    const similar = yield* SimilarAds.of(ads, keywordTexts);
    const worth = yield* WordWorth.of(accountTerms);
    return new Search(evidence, target, { taken, searched, similar, worth });
  }

  isGood(term: TermFacts): GoodTerm | undefined {
    const figures = { ...term.last90, impressions: this.#evidence.termImpressions.get(term.id) ?? 0 };
    const converts = this.#target !== undefined && figures.conversions >= 1 && cpaOf(figures) <= this.#target.cpa;
    return converts || this.#isPromising(figures) ? { term, figures, converts } : undefined;
  }

  ofTerm({ term, figures, converts }: GoodTerm): Finding | undefined {
    const words = wordsOf(term.text);
    if (!converts && this.#worth.doubts(words)) return undefined;
    const ad = servingAd(term, this.#ads) ?? this.#similar.to(words);
    const why = converts
      ? 'People who search for it convert within the target, and no keyword holds it.'
      : 'People who search for it click often, and no keyword holds it.';
    const threshold = converts ? { name: 'conversions', value: 1 } : { name: 'clicks', value: MANY_CLICKS };
    return this.#finding(term.text, words, ad, {
      about: { source: 'search_term', monthly_searches: null },
      figures,
      expectedConversions: figures.clicks * this.#rate,
      threshold,
      confidence: this.#target ? certaintyOfWorth(figures, this.#target.cpa) : IDEA_CONFIDENCE,
      why,
    });
  }

  ofIdea({ text, monthlySearches, lowBid, highBid }: KeywordIdea): Finding | undefined {
    const bid = highBid ?? lowBid;
    if (!this.#target || bid === null || monthlySearches < FEWEST_SEARCHES) return undefined;
    const worth = this.#target.cpa * this.#rate;
    const words = wordsOf(text);
    const meansElse = words.some((word) => OTHER_INTENT.has(foldedWord(word)));
    if (Number(bid) > worth || meansElse || this.#protection.namesCompetitor(words)) return undefined;
    if (this.#searched.has(phraseKey(words)) || this.#worth.doubts(words)) return undefined;
    return this.#finding(text, words, this.#similar.to(words), {
      about: { source: 'keyword_idea', monthly_searches: monthlySearches },
      figures: NO_FIGURES,
      expectedConversions: null,
      threshold: { name: 'top_of_page_bid', value: worth },
      confidence: IDEA_CONFIDENCE,
      why: 'People search for it, no keyword holds it, and the top of the page costs no more than a click is worth.',
    });
  }

  /** Clicked often, and nothing yet that speaks against it. */
  #isPromising(figures: Figures): boolean {
    const isShown = figures.impressions > 0 && figures.clicks >= PROMISING_CTR * figures.impressions;
    const clicked = figures.clicks >= MANY_CLICKS && isShown;
    if (!clicked || !this.#target) return clicked;
    return !isUnderperforming(figures, this.#target.cpa) && !isWatched(figures, this.#target.cpa);
  }

  #finding(
    found: string,
    words: readonly string[],
    ad: AdFacts | undefined,
    { about, ...rest }: Pick<Finding, 'about' | 'figures' | 'expectedConversions' | 'threshold' | 'confidence' | 'why'>,
  ): Finding | undefined {
    const text = keywordText(found);
    const variant = variantOf(words);
    const foreign = isBrandForeign(this.#evidence) && this.#protection.namesBrand(words);
    if (!ad || text === undefined || foreign) return undefined;
    if (this.#taken.has(variant) || this.#exclusions.blocking(words, ad.id)) return undefined;
    this.#taken.add(variant);
    return {
      about: { text: found, match_type: 'phrase', ad_id: ad.id, ad: ad.name, ...about },
      advice: 'act',
      window: settledWindow(this.#evidence, DAYS),
      benchmark: this.#target ? { name: 'target_cpa', value: this.#target.cpa } : null,
      savings: [],
      blastRadius: NO_BLAST,
      proposal: additionOf(text, 'phrase', ad, this.#evidence),
      ...rest,
    };
  }
}
