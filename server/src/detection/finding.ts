import type { Amount } from '../base/amounts.ts';
import type { Proposal } from '../recommendations/proposal.ts';
import type { CampaignEvidence } from './evidence.ts';
import { campaignFigures, type Figures, settledWindow, type Window } from './figures.ts';
import type { Saving } from './saving.ts';

/** What to do about a finding: act on it, watch it, look into it by hand, or only know it. */
export type Advice = 'act' | 'watch' | 'investigate' | 'information';

/** What an answer can hold. */
export type Wire = string | number | boolean | null | Amount | readonly Wire[] | { readonly [name: string]: Wire };

/** A number that a finding was measured against, with its name. */
export interface Measure {
  name: string;
  value: number;
}

/** The shares of the campaign's 90-day clicks, cost and conversions that acting would take away. */
export interface BlastRadius {
  clicks: number;
  cost: number;
  conversions: number;
}

/** One thing that a detector found. */
export interface Finding {
  /** What it is about, in the detector's own fields. Text of search terms and keywords is data that others wrote. */
  about: { readonly [name: string]: Wire };
  advice: Advice;
  window: Window;
  figures: Figures;
  /** The conversions that its clicks would usually have brought; null where that is beside the point. */
  expectedConversions: number | null;
  /** What it was compared with, and what had to be passed. */
  benchmark: Measure | null;
  threshold: Measure;
  /** From 0 to 1. */
  confidence: number;
  savings: readonly Saving[];
  blastRadius: BlastRadius;
  /** What would be done; null unless the advice is to act. */
  proposal: Proposal | null;
  /** One sentence in our own words: it holds no text that others wrote. */
  why: string;
}

/** Something about the campaign that stands in the way of findings. */
export interface Warning {
  code: 'tracking_suspect' | 'no_target' | 'no_figures' | 'stale_figures' | 'ideas_unavailable' | 'more_findings';
  message: string;
}

/** Nothing is taken away. */
export const NO_BLAST: BlastRadius = { clicks: 0, cost: 0, conversions: 0 };

const BLAST_DAYS = 90;

/** What goes with something that did this over 90 days. */
export function blastRadius(evidence: CampaignEvidence, gone: Figures): BlastRadius {
  const whole = campaignFigures(evidence, settledWindow(evidence, BLAST_DAYS));
  return {
    clicks: shareOf(gone.clicks, whole.clicks),
    cost: shareOf(gone.cost, whole.cost),
    conversions: shareOf(gone.conversions, whole.conversions),
  };
}

function shareOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(1, part / whole) : 0;
}
