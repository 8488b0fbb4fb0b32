import { z } from 'zod';
import { themesOf } from '../clusters.ts';
import { detector } from '../detector.ts';
import type { AdFacts, EvidenceWith, KeywordFacts } from '../evidence.ts';
import { settledWindow, summed } from '../figures.ts';
import { type Finding, NO_BLAST } from '../finding.ts';
import { eachOf, type Steps } from '../steps.ts';
import { foldedWords, textOf, wordsOf } from '../words.ts';

const DAYS = 30;
/** What a person can still take in. */
const MOST_LISTED = 50;

/** Ads with more keywords than one landing page and its texts can answer: what to split, and what to drop. */
export const keywordCount = detector({
  name: 'keyword_count',
  options: z.strictObject({ threshold: z.int().min(1).max(50).default(15) }),
  saves: false,
  computesSaving: false,
  needsTarget: false,
  reads: ['keywords', 'ads'],

  *detect(evidence, { threshold }) {
    const enabled = evidence.keywords.filter(({ state }) => state === 'enabled');
    const byAd = Map.groupBy(enabled, ({ adId }) => adId);
    const findings: Finding[] = [];
    for (const ad of evidence.ads) {
      const keywords = yield* distinct(byAd.get(ad.id) ?? []);
      if (keywords.length > threshold) findings.push(yield* findingOf(ad, keywords, threshold, evidence));
    }
    return findings;
  },
});

/** A text in several match types is one keyword. */
function* distinct(keywords: readonly KeywordFacts[]): Steps<KeywordFacts[]> {
  const byText = new Map<string, KeywordFacts>();
  yield* eachOf(keywords, (keyword) => byText.set(textOf(wordsOf(keyword.text)), keyword));
  return [...byText.values()];
}

function* findingOf(
  ad: AdFacts,
  keywords: readonly KeywordFacts[],
  threshold: number,
  evidence: EvidenceWith<'keywords' | 'ads'>,
): Steps<Finding> {
  const unseen = keywords.filter(({ impressions30 }) => impressions30 === 0);
  const themes = yield* themesOf(keywords, ({ text }) => foldedWords(text), MOST_LISTED);
  return {
    about: {
      ad_id: ad.id,
      ad: ad.name,
      keywords: keywords.length,
      clusters: themes.map(({ theme, items }) => ({
        theme,
        keywords: items.length,
        texts: items.slice(0, MOST_LISTED).map(({ text }) => text),
      })),
      without_impressions: unseen.slice(0, MOST_LISTED).map(({ text }) => text),
    },
    advice: 'information',
    window: settledWindow(evidence, DAYS),
    figures: summed(keywords, ({ last30 }) => last30),
    expectedConversions: null,
    benchmark: null,
    threshold: { name: 'keywords', value: threshold },
    confidence: 1,
    savings: [],
    blastRadius: NO_BLAST,
    proposal: null,
    why: `The ad has ${keywords.length} keywords, more than one landing page can answer; ${unseen.length} of them were not shown in ${DAYS} days.`,
  };
}
