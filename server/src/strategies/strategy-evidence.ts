import type { BusinessProfileRow } from '../organizations/business-profile.store.ts';
import type { KeywordIdea } from '../ports/ad-platform.ts';
import type { CampaignLine, Evidence, Some } from '../reports/evidence.ts';
import type { SuppliedDocument } from './strategy.store.ts';

/** What one detector found in the campaigns looked at. Savings are for a month, in currency units. */
export interface AuditLine {
  detector: string;
  campaigns: number;
  toActOn: number;
  toLookAt: number;
  /** A keyword or term that several detectors name is counted once in the total, not here. */
  saving: number;
}

/** The account as its detectors see it. */
export interface Audit {
  looked: number;
  live: number;
  lines: readonly AuditLine[];
  saving: number;
  /** Names of the campaigns whose conversions are probably not counted. */
  suspects: readonly string[];
}

/** The campaigns that a strategy speaks of, chosen among all. */
export interface CampaignChoice {
  /** Those that are live, that which spends most first. */
  live: Some<CampaignLine>;
  /** The one on the own name, where one is live. */
  brand: CampaignLine | undefined;
  /** The one that a product has, by the name of the product. */
  ofProducts: ReadonlyMap<string, CampaignLine>;
}

/** Everything that a strategy is written from. */
export interface StrategyEvidence {
  figures: Evidence;
  /** The day it is written on. */
  today: number;
  profile: BusinessProfileRow | null;
  chosen: CampaignChoice;
  audit: Audit;
  /** What people search for; null where the ad platform could not be asked. */
  demand: readonly KeywordIdea[] | null;
  documents: readonly SuppliedDocument[];
}
