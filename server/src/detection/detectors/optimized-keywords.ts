import { z } from 'zod';
import { amount } from '../../base/amounts.ts';
import { detector } from '../detector.ts';
import type { AdFacts, EvidenceWith, KeywordFacts } from '../evidence.ts';
import { type Figures, NO_FIGURES, plus, settledWindow } from '../figures.ts';
import { blastRadius, type Finding, NO_BLAST } from '../finding.ts';
import { aboutKeyword, adsById, doesConvert, type Kept, keptAnyway, pauseOf, savingOf } from '../keyword-finding.ts';
import { KeywordWorth } from '../keyword-worth.ts';
import { Protection } from '../protection.ts';
import { netSaving } from '../saving.ts';
import { collected, sorted } from '../steps.ts';
import { Takeover } from '../takeover.ts';
import { expectedRate, rateWith, type Target } from '../target.ts';
import { certaintyOfLoss, isUnderperforming } from '../underperforming.ts';

const DAYS = 90;
/** With fewer expected conversions nothing can be said of a keyword yet. */
const FEWEST_EXPECTED = 1;

/** How sure it has to be of what did convert: all keywords are looked at, and some of them are unlucky. */
const SURE = 0.98;

/**
 * What remains of a campaign that keeps its best keywords: each is worth its conversions at the target, less its cost. The
 * best so many stay, with what names the business and what nobody can judge yet; of the others those are paused that
 * certainly lose money.
 */
export const optimizedKeywords = detector({
  name: 'optimized_keywords',
  options: z.strictObject({ suggested_count: z.int().min(1).max(50).default(15) }),
  saves: true,
  computesSaving: true,
  needsTarget: true,
  reads: ['keywords', 'olderFigures', 'ads'],

  *detect(evidence, { suggested_count }, { target }) {
    if (!target) return [];
    const rate = expectedRate(evidence);
    const scored = yield* collected(evidence.keywords, (keyword) =>
      keyword.state === 'enabled' ? { keyword, score: scoreOf(keyword, rate, target) } : undefined,
    );
    const ranked = yield* sorted(scored, (a, b) => b.score - a.score);
    const last = ranked[suggested_count - 1];
    const takeover = yield* Takeover.of(evidence.keywords);
    const worth = yield* KeywordWorth.of(evidence.keywords, target, rate);
    const judged = { evidence, target, rate, ads: adsById(evidence.ads), lastKept: last?.score ?? 0, worth, takeover };
    const protection = new Protection(evidence.profile);
    return yield* collected(ranked.slice(suggested_count), ({ keyword, score }) => {
      if (score >= 0 || keyword.last90.clicks * rate < FEWEST_EXPECTED) return undefined;
      const kept = keptAnyway(keyword, protection);
      return kept?.advice === 'investigate' ? undefined : findingOf(keyword, score, judged, kept);
    });
  },
});

/** What a keyword's conversions are worth, as far as its clicks tell, less what it cost. */
function scoreOf({ last90 }: KeywordFacts, rate: number, target: Target): number {
  return last90.clicks * rateWith(last90, rate) * target.cpa - last90.cost;
}

interface Judged {
  evidence: EvidenceWith<'keywords' | 'olderFigures' | 'ads'>;
  target: Target;
  rate: number;
  ads: ReadonlyMap<number, AdFacts>;
  lastKept: number;
  worth: KeywordWorth;
  takeover: Takeover;
}

function findingOf(keyword: KeywordFacts, score: number, judged: Judged, kept: Kept | undefined): Finding {
  const { evidence, target, rate, ads, lastKept, worth, takeover } = judged;
  const figures = keyword.last90;
  const loses = isUnderperforming(figures, target.cpa);
  // One that converted in the last 30 days may have more that are not told yet.
  const converts = doesConvert(keyword) || keyword.last30.conversions > 0;
  const mayAct = !kept && loses && !converts;
  const acts =
    mayAct &&
    (figures.conversions > 0
      ? certaintyOfLoss(figures, target.cpa) >= SURE
      : worth.isBad(silenceOf(keyword, evidence)));
  const saved = netSaving(figures, { days: DAYS }, target.cpa);
  const because =
    kept?.because ??
    (acts
      ? 'which is more than bad luck explains'
      : loses && converts
        ? 'though it does convert: bid less on it before it is paused'
        : 'which may still be bad luck');
  return {
    about: { ...aboutKeyword(keyword, ads), score: amount(score) },
    advice: acts ? 'act' : 'watch',
    window: settledWindow(evidence, DAYS),
    figures,
    expectedConversions: figures.clicks * rate,
    benchmark: { name: 'score_of_last_kept', value: lastKept },
    threshold: { name: 'score', value: 0 },
    confidence: certaintyOfLoss(figures, target.cpa),
    savings: acts ? savingOf(keyword, takeover.savingOf(keyword, saved)) : [],
    blastRadius: acts ? blastRadius(evidence, figures) : NO_BLAST,
    proposal: acts ? pauseOf(keyword, evidence) : null,
    why: `It is not among the best and its conversions are worth less than it costs, ${because}.`,
  };
}

/** What a keyword without a conversion in 90 days cost, and in the 90 before where they were as silent. */
function silenceOf({ id, last90 }: KeywordFacts, { olderFigures }: Judged['evidence']): Figures {
  const older = olderFigures.get(id) ?? NO_FIGURES;
  return older.conversions > 0 ? last90 : plus(last90, older);
}
