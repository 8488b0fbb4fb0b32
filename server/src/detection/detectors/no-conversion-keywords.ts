import { z } from 'zod';
import { detector } from '../detector.ts';
import type { AdFacts, EvidenceWith, KeywordFacts } from '../evidence.ts';
import { type Figures, NO_FIGURES, plus, settledWindow, type Window } from '../figures.ts';
import { type Advice, blastRadius, type Finding, NO_BLAST } from '../finding.ts';
import { aboutKeyword, adsById, ageOf, doesConvert, keptAnyway, pauseOf, savingOf } from '../keyword-finding.ts';
import { KeywordWorth } from '../keyword-worth.ts';
import { Protection } from '../protection.ts';
import { perMonth } from '../saving.ts';
import { poissonCdf } from '../statistics.ts';
import { collected } from '../steps.ts';
import { Takeover } from '../takeover.ts';
import { expectedRate, type Target } from '../target.ts';
import { clicksToJudge, convertsTooRarely, isUnderperforming, isWatched } from '../underperforming.ts';

const YOUNGEST_DAYS = 14;
const WINDOWS = [30, 90, 180] as const;

/**
 * Keywords that took enough clicks or money to judge them and brought nothing: no conversion in the first of 30, 90 and
 * 180 days that is long enough, and no longer window that speaks for them.
 */
export const noConversionKeywords = detector({
  name: 'no_conversion_keywords',
  options: z.strictObject({}),
  saves: true,
  computesSaving: true,
  needsTarget: false,
  reads: ['keywords', 'olderFigures', 'ads'],

  *detect(evidence, _options, { target }) {
    const rate = expectedRate(evidence);
    const worth = yield* KeywordWorth.of(evidence.keywords, target, rate);
    const judged: Judged = {
      evidence,
      target,
      rate,
      ads: adsById(evidence.ads),
      worth,
      takeover: yield* Takeover.of(evidence.keywords),
    };
    const protection = new Protection(evidence.profile);
    return yield* collected(evidence.keywords, (keyword) => {
      const isOld = keyword.state === 'enabled' && ageOf(keyword, evidence).days >= YOUNGEST_DAYS;
      return isOld ? findingOn(keyword, judged, protection) : undefined;
    });
  },
});

interface Judged {
  evidence: EvidenceWith<'keywords' | 'olderFigures' | 'ads'>;
  target: Target | undefined;
  rate: number;
  ads: ReadonlyMap<number, AdFacts>;
  worth: KeywordWorth;
  takeover: Takeover;
}

interface Seen {
  window: Window;
  figures: Figures;
}

function findingOn(keyword: KeywordFacts, judged: Judged, protection: Protection): Finding | undefined {
  const { evidence, target } = judged;
  const windows = WINDOWS.map((days) => ({
    window: settledWindow(evidence, days),
    figures: figuresOf(keyword, days, evidence),
  }));
  const at = windows.findIndex(({ figures }) => isEnough(figures, judged));
  const found = windows[at];
  if (!found) {
    const longest = windows.at(-1);
    const watched = longest && target && isWatched(longest.figures, target.cpa);
    return watched ? findingOf(keyword, longest, judged, NOT_CERTAIN) : undefined;
  }
  if (found.figures.conversions > 0) return undefined;
  const contradicted =
    doesConvert(keyword) ||
    windows.slice(at + 1).some(({ figures }) => figures.conversions > 0 && !isPoor(figures, judged));
  if (contradicted) return findingOf(keyword, found, judged, USED_TO_CONVERT);
  // A longer silence is more to judge by than the first that is long enough.
  const silent = windows.findLast(({ figures }) => figures.conversions === 0) ?? found;
  const kept = keptAnyway(keyword, protection) ?? (judged.worth.isBad(silent.figures) ? undefined : UNLUCKY);
  return findingOf(keyword, found, judged, kept ?? WASTED);
}

function figuresOf(
  { id, last30, last90 }: KeywordFacts,
  days: (typeof WINDOWS)[number],
  { olderFigures }: Judged['evidence'],
): Figures {
  if (days === 30) return last30;
  return days === 90 ? last90 : plus(last90, olderFigures.get(id) ?? NO_FIGURES);
}

/** Whether nothing in return for this would be no bad luck. */
function isEnough({ clicks, cost }: Figures, { target, rate }: Judged): boolean {
  const tooDear = target !== undefined && isUnderperforming({ cost, conversions: 0 }, target.cpa);
  return tooDear || clicks >= clicksToJudge(rate);
}

function isPoor(figures: Figures, { target, rate }: Judged): boolean {
  return target ? isUnderperforming(figures, target.cpa) : convertsTooRarely(figures, rate);
}

const WASTED = { advice: 'act', because: 'which is more than bad luck explains' } as const;
const UNLUCKY = { advice: 'watch', because: 'which may be bad luck among so many keywords that do convert' } as const;
const NOT_CERTAIN = { advice: 'watch', because: 'which is worth watching and not certain yet' } as const;
const USED_TO_CONVERT = { advice: 'watch', because: 'although it did convert before that' } as const;

function findingOf(
  keyword: KeywordFacts,
  { window, figures }: Seen,
  { evidence, target, rate, ads, takeover }: Judged,
  { advice, because }: { advice: Advice; because: string },
): Finding {
  const acts = advice === 'act';
  const expected = Math.max(figures.clicks * rate, target ? figures.cost / target.cpa : 0);
  const spent = target ? `${(figures.cost / target.cpa).toFixed(1)} times the target CPA` : 'money';
  const judgedBy = target ? '' : ' (by its clicks: no target CPA is known)';
  return {
    about: aboutKeyword(keyword, ads),
    advice,
    window,
    figures,
    expectedConversions: figures.clicks * rate,
    benchmark: target ? { name: 'target_cpa', value: target.cpa } : { name: 'conversion_rate', value: rate },
    threshold: target
      ? { name: 'cost', value: 3 * target.cpa }
      : { name: 'clicks', value: Math.ceil(clicksToJudge(rate)) },
    confidence: 1 - poissonCdf(0, expected),
    savings: acts ? savingOf(keyword, takeover.savingOf(keyword, perMonth(figures.cost, window))) : [],
    blastRadius: acts ? blastRadius(evidence, keyword.last90) : NO_BLAST,
    proposal: acts ? pauseOf(keyword, evidence) : null,
    why: `It took ${figures.clicks} clicks and ${spent} in ${window.days} days without a conversion${judgedBy}, ${because}.`,
  };
}
