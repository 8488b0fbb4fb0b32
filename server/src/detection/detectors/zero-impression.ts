import { z } from 'zod';
import type { Proposal } from '../../recommendations/proposal.ts';
import { detector } from '../detector.ts';
import type { AdFacts, EvidenceWith, KeywordFacts, NegativeFacts } from '../evidence.ts';
import { NO_FIGURES, wholeWindow } from '../figures.ts';
import { type Advice, type Finding, NO_BLAST } from '../finding.ts';
import { aboutKeyword, adsById, ageOf, pauseOf } from '../keyword-finding.ts';
import { Protection } from '../protection.ts';
import { collected, type Steps } from '../steps.ts';
import { Exclusions } from '../term-finding.ts';
import { OTHER_INTENT } from '../word-lists.ts';
import { foldedWord, variantOf, wordsOf } from '../words.ts';

const DAYS = 30;
const YOUNGEST_DAYS = 30;
/** A campaign that served on fewer days has not given its keywords their chance. */
const FEWEST_DAYS_SERVED = 7;
/** Where so much is lost to rank, rank is the likely cause. */
const LOST_TO_RANK = 0.5;
const ASSUMED_AGE = 0.8;

/** Keywords that nobody has seen for 30 days although their campaign was shown, each with the likely cause. */
export const zeroImpression = detector({
  name: 'zero_impression',
  options: z.strictObject({ include_paused: z.boolean().default(false) }),
  saves: true,
  computesSaving: false,
  needsTarget: false,
  reads: ['keywords', 'ads', 'negatives'],

  *detect(evidence, { include_paused }) {
    const { from } = wholeWindow(evidence, DAYS);
    const served = evidence.days.filter(({ day, impressions }) => day >= from && impressions > 0);
    if (served.length < FEWEST_DAYS_SERVED) return [];
    const surroundings = yield* surroundingsOf(evidence);
    return yield* collected(evidence.keywords, (keyword) => {
      const wanted = keyword.state === 'enabled' || include_paused;
      const unseen = keyword.impressions30 === 0 && ageOf(keyword, evidence).days >= YOUNGEST_DAYS;
      const rests = surroundings.ads.get(keyword.adId)?.state === 'paused';
      return wanted && unseen && !rests ? findingOf(keyword, surroundings) : undefined;
    });
  },
});

type Cause = 'disapproved' | 'blocked_by_negative' | 'duplicate' | 'low_volume' | 'rank' | 'unknown';

interface Surroundings {
  evidence: EvidenceWith<'keywords' | 'ads' | 'negatives'>;
  ads: ReadonlyMap<number, AdFacts>;
  protection: Protection;
  exclusions: Exclusions;
  /** What keywords that are shown mean, so that another of the same meaning need not be. */
  shown: ReadonlySet<string>;
  lostToRank: number;
}

function* surroundingsOf(evidence: Surroundings['evidence']): Steps<Surroundings> {
  const { from } = wholeWindow(evidence, DAYS);
  const ranked = evidence.days.flatMap(({ day, lostToRank }) =>
    day >= from && lostToRank !== null ? [lostToRank] : [],
  );
  const shown = yield* collected(evidence.keywords, ({ impressions30, text }) =>
    impressions30 > 0 ? variantOf(wordsOf(text)) : undefined,
  );
  return {
    evidence,
    ads: adsById(evidence.ads),
    protection: new Protection(evidence.profile),
    exclusions: new Exclusions(evidence),
    shown: new Set(shown),
    lostToRank: ranked.reduce((sum, share) => sum + share, 0) / Math.max(1, ranked.length),
  };
}

function findingOf(keyword: KeywordFacts, surroundings: Surroundings): Finding {
  const { evidence, ads } = surroundings;
  const age = ageOf(keyword, evidence);
  const blockedBy = surroundings.exclusions.blocking(wordsOf(keyword.text), keyword.adId);
  const cause = causeOf(keyword, surroundings, blockedBy);
  const { advice, proposal } = adviceOn(keyword, surroundings, cause === 'blocked_by_negative' ? blockedBy : undefined);
  return {
    about: {
      ...aboutKeyword(keyword, ads),
      cause,
      ...(cause === 'blocked_by_negative' && blockedBy && { blocked_by: blockedBy.text }),
    },
    advice,
    window: wholeWindow(evidence, DAYS),
    figures: NO_FIGURES,
    expectedConversions: null,
    benchmark: null,
    threshold: { name: 'impressions', value: 0 },
    confidence: age.assumed ? ASSUMED_AGE : 1,
    savings: [],
    blastRadius: NO_BLAST,
    proposal,
    why: `It was not shown once in ${DAYS} days although the campaign was: ${IN_WORDS[cause]}.`,
  };
}

function causeOf(keyword: KeywordFacts, surroundings: Surroundings, blockedBy: NegativeFacts | undefined): Cause {
  if (keyword.approval === 'disapproved') return 'disapproved';
  if (blockedBy) return 'blocked_by_negative';
  if (surroundings.shown.has(variantOf(wordsOf(keyword.text)))) return 'duplicate';
  if (keyword.lowVolume) return 'low_volume';
  const bid = keyword.cpcBid ?? surroundings.ads.get(keyword.adId)?.cpcBid ?? null;
  const bidsTooLow = bid !== null && keyword.firstPageCpc !== null && bid < keyword.firstPageCpc;
  return bidsTooLow || surroundings.lostToRank >= LOST_TO_RANK ? 'rank' : 'unknown';
}

const IN_WORDS: Readonly<Record<Cause, string>> = {
  disapproved: 'the ad platform does not approve of it',
  blocked_by_negative: 'a negative keyword blocks it',
  duplicate: 'another keyword of the same meaning is shown instead',
  low_volume: 'almost nobody searches for it',
  rank: 'its bid or quality does not reach the first page',
  unknown: 'no cause is known',
};

/**
 * A negative that names the brand keeps brand searches where they belong, and one like “free” keeps out much more than
 * this keyword: a person decides on those.
 */
function adviceOn(
  keyword: KeywordFacts,
  { evidence, protection }: Surroundings,
  blockedBy: NegativeFacts | undefined,
): { advice: Advice; proposal: Proposal | null } {
  if (keyword.state === 'paused') return { advice: 'information', proposal: null };
  const guarded = blockedBy ? isMeant(blockedBy, protection) : protection.protects(wordsOf(keyword.text));
  if (guarded) return { advice: 'investigate', proposal: null };
  if (!blockedBy) return { advice: 'act', proposal: pauseOf(keyword, evidence) };
  const { id, adId, text, matchType } = blockedBy;
  return {
    advice: 'act',
    proposal: {
      op: 'remove_negative_keyword',
      campaign_id: evidence.campaign.id,
      ad_id: adId,
      negative_keyword_id: id,
      text,
      match_type: matchType,
    },
  };
}

function isMeant({ text }: NegativeFacts, protection: Protection): boolean {
  const words = wordsOf(text);
  return protection.namesBrand(words) || words.some((word) => OTHER_INTENT.has(foldedWord(word)));
}
