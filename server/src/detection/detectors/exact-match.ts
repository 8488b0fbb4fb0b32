import { z } from 'zod';
import { amount } from '../../base/amounts.ts';
import { detector } from '../detector.ts';
import type { AccountKeyword, AdFacts, EvidenceWith, TermFacts } from '../evidence.ts';
import { cpaOf, settledWindow } from '../figures.ts';
import { type Finding, NO_BLAST } from '../finding.ts';
import { adsById } from '../keyword-finding.ts';
import { keywordText } from '../negative-match.ts';
import { Protection } from '../protection.ts';
import { perMonth } from '../saving.ts';
import { collected, eachOf, sorted } from '../steps.ts';
import { expectedRate, type Target } from '../target.ts';
import { additionOf, certaintyOfWorth, Exclusions, isBrandForeign, servingAd } from '../term-finding.ts';
import { variantOf, wordsOf } from '../words.ts';

const DAYS = 90;
const FEWEST_CONVERSIONS = 2;

/** Search terms that convert within target again and again, and that no exact keyword of the account holds yet. */
export const exactMatch = detector({
  name: 'exact_match',
  options: z.strictObject({}),
  saves: true,
  computesSaving: false,
  needsTarget: true,
  reads: ['terms', 'keywordTexts', 'ads', 'negatives', 'accountKeywords'],

  *detect(evidence, _options, { target }) {
    if (!target) return [];
    const taken = new Set<string>();
    for (const keywords of [evidence.keywordTexts, evidence.accountKeywords]) {
      yield* eachOf<AccountKeyword>(keywords, ({ matchType, text }) => {
        if (matchType === 'exact') taken.add(variantOf(wordsOf(text)));
      });
    }
    const exclusions = new Exclusions(evidence);
    const protection = new Protection(evidence.profile);
    const judged = { evidence, target, rate: expectedRate(evidence), ads: adsById(evidence.ads) };
    const good = yield* collected(evidence.terms, (term) => {
      const figures = term.last90;
      const isGood = figures.conversions >= FEWEST_CONVERSIONS && cpaOf(figures) <= target.cpa;
      return isGood ? { term, figures } : undefined;
    });
    const ranked = yield* sorted(good, (a, b) => b.figures.conversions - a.figures.conversions);
    return yield* collected(ranked, ({ term }) => {
      const words = wordsOf(term.text);
      const variant = variantOf(words);
      const foreign = isBrandForeign(evidence) && protection.namesBrand(words);
      if (taken.has(variant) || foreign || exclusions.blocksAll(words, term.adIds)) return undefined;
      taken.add(variant);
      return findingOf(term, judged);
    });
  },
});

interface Judged {
  evidence: EvidenceWith<'terms' | 'ads'>;
  target: Target;
  rate: number;
  ads: ReadonlyMap<number, AdFacts>;
}

function findingOf(term: TermFacts, { evidence, target, rate, ads }: Judged): Finding {
  const figures = term.last90;
  const ad = servingAd(term, ads);
  const text = keywordText(term.text);
  const proposal = ad && text !== undefined ? additionOf(text, 'exact', ad, evidence) : null;
  const because =
    text === undefined ? 'though the platform takes no keyword like it' : 'though no ad that showed it runs';
  return {
    about: {
      term: term.text,
      ad_id: ad?.id ?? null,
      ad: ad?.name ?? null,
      monthly_conversions: amount(perMonth(figures.conversions, { days: DAYS })),
    },
    advice: proposal ? 'act' : 'information',
    window: settledWindow(evidence, DAYS),
    figures,
    expectedConversions: figures.clicks * rate,
    benchmark: { name: 'target_cpa', value: target.cpa },
    threshold: { name: 'conversions', value: FEWEST_CONVERSIONS },
    confidence: certaintyOfWorth(figures, target.cpa),
    savings: [],
    blastRadius: NO_BLAST,
    proposal,
    why: `It converts within the target and no exact keyword holds it${proposal ? '' : `, ${because}`}.`,
  };
}
