import { z } from 'zod';
import type { Proposal } from '../../recommendations/proposal.ts';
import { detector } from '../detector.ts';
import type { AdFacts, CampaignEvidence, EvidenceWith, KeywordFacts } from '../evidence.ts';
import { campaignFigures, cpaOf, type Figures, settledWindow } from '../figures.ts';
import { type Advice, blastRadius, type Finding, NO_BLAST } from '../finding.ts';
import { aboutKeyword, adsById, doesConvert, keptAnyway, pauseOf, savingOf } from '../keyword-finding.ts';
import { Protection } from '../protection.ts';
import { netSaving } from '../saving.ts';
import { collected } from '../steps.ts';
import { expectedRate, rateWith, type Target } from '../target.ts';
import { certaintyOfLoss, isUnderperforming } from '../underperforming.ts';

const DAYS = 30;
/** Fewer clicks make no average. */
const FEWEST_CLICKS = 5;
const CUT = { least: 0.1, most: 0.25 } as const;

/**
 * Keywords whose clicks cost many times what the campaign's other clicks do. Where bids are set by hand the bid is cut;
 * where the platform bids, the keyword is paused once it certainly loses money, unless it converts. One within target is only mentioned.
 */
export const highCpc = detector({
  name: 'high_cpc',
  options: z.strictObject({ threshold: z.number().min(1).max(10).default(3) }),
  saves: true,
  computesSaving: true,
  needsTarget: true,
  reads: ['keywords', 'ads'],

  *detect(evidence, { threshold }, { target }) {
    const campaign = campaignFigures(evidence, settledWindow(evidence, DAYS));
    const judged = { evidence, target, threshold, rate: expectedRate(evidence), ads: adsById(evidence.ads) };
    const protection = new Protection(evidence.profile);
    return yield* collected(evidence.keywords, (keyword) => {
      const { clicks, cost } = keyword.last30;
      const usual = cpcWithout(campaign, keyword.last30);
      if (keyword.state !== 'enabled' || clicks < FEWEST_CLICKS || usual === undefined) return undefined;
      return cost / clicks >= threshold * usual ? findingOf(keyword, usual, judged, protection) : undefined;
    });
  },
});

/** What the campaign's other clicks cost; undefined where there are too few of them. */
function cpcWithout(campaign: Figures, keyword: Figures): number | undefined {
  const clicks = campaign.clicks - keyword.clicks;
  const cost = campaign.cost - keyword.cost;
  return clicks >= FEWEST_CLICKS && cost > 0 ? cost / clicks : undefined;
}

interface Judged {
  evidence: EvidenceWith<'keywords' | 'ads'>;
  target: Target | undefined;
  threshold: number;
  rate: number;
  ads: ReadonlyMap<number, AdFacts>;
}

interface Verdict {
  advice: Advice;
  proposal: Proposal | null;
  saving: number;
  because: string;
}

function findingOf(keyword: KeywordFacts, usual: number, judged: Judged, protection: Protection): Finding {
  const { evidence, target, threshold, rate, ads } = judged;
  const figures = keyword.last30;
  const { advice, proposal, saving, because } = verdictOn(keyword, judged, protection);
  const multiple = (figures.cost / figures.clicks / usual).toFixed(1);
  return {
    about: aboutKeyword(keyword, ads),
    advice,
    window: settledWindow(evidence, DAYS),
    figures,
    expectedConversions: figures.clicks * rate,
    benchmark: { name: 'cpc_of_other_clicks', value: usual },
    threshold: { name: 'cpc', value: threshold * usual },
    confidence: target ? certaintyOfLoss(figures, target.cpa) : 0,
    savings: saving > 0 ? savingOf(keyword, saving) : [],
    blastRadius: proposal?.op === 'pause_keyword' ? blastRadius(evidence, keyword.last90) : NO_BLAST,
    proposal,
    why: `A click costs ${multiple} times what the campaign’s other clicks do; ${because}.`,
  };
}

function verdictOn(keyword: KeywordFacts, { evidence, target, rate, ads }: Judged, protection: Protection): Verdict {
  const information = (because: string): Verdict => ({ advice: 'information', proposal: null, saving: 0, because });
  if (!target) return information('without a target CPA nobody can say whether that is too much');
  const figures = keyword.last30;
  if (cpaOf(figures) <= target.cpa) return information('its conversions are within the target all the same');
  const kept = keptAnyway(keyword, protection);
  if (kept) return { ...kept, proposal: null, saving: 0 };
  if (evidence.campaign.bidding === 'manual_cpc') {
    const bid = keyword.cpcBid ?? ads.get(keyword.adId)?.cpcBid ?? null;
    if (bid === null) return information('no bid is set that could be cut');
    return bidCut(keyword, { bid, cut: cutOf(figures, rate, target), evidence });
  }
  if (!isUnderperforming(figures, target.cpa)) {
    return { advice: 'watch', proposal: null, saving: 0, because: 'whether it loses money is not certain yet' };
  }
  if (doesConvert(keyword)) {
    return {
      advice: 'watch',
      proposal: null,
      saving: 0,
      because: 'it does convert, so a person should weigh it first',
    };
  }
  const saving = netSaving(figures, { days: DAYS }, target.cpa);
  return {
    advice: 'act',
    proposal: pauseOf(keyword, evidence),
    saving,
    because: 'and its conversions do not pay for it',
  };
}

/** By how much clicks cost more than they are worth, within bounds. */
function cutOf(figures: Figures, rate: number, target: Target): number {
  const worth = target.cpa * rateWith(figures, rate);
  return Math.min(CUT.most, Math.max(CUT.least, 1 - worth / (figures.cost / figures.clicks)));
}

function bidCut(
  { id, adId, text, matchType, cpcBid, last30 }: KeywordFacts,
  { bid, cut, evidence }: { bid: number; cut: number; evidence: CampaignEvidence },
): Verdict {
  const proposal: Proposal = {
    op: 'set_keyword_bid',
    campaign_id: evidence.campaign.id,
    ad_id: adId,
    keyword_id: id,
    text,
    match_type: matchType,
    from: cpcBid === null ? null : cpcBid.toFixed(2),
    to: Math.max(0.01, bid * (1 - cut)).toFixed(2),
  };
  return {
    advice: 'act',
    proposal,
    saving: last30.cost * cut,
    because: `a bid ${Math.round(cut * 100)} % lower fits what they bring`,
  };
}
