import { hash, mix, unit } from './random.ts';

/** How a keyword behaves; the ground truth that detectors are measured against. */
export type Archetype = 'core' | 'steady' | 'longtail' | 'high_cpc' | 'no_conv' | 'zero_impr' | 'waste_magnet' | 'gem';

/** Monthly searches, and multipliers of the account's click rate, click price and conversion rate. */
export interface Traits {
  searches: number;
  ctr: number;
  cpc: number;
  cvr: number;
  /** The share of a broad keyword's searches that go to terms that never convert. */
  waste: number;
}

/** What each archetype means in numbers. */
export const TRAITS: Record<Archetype, Traits> = {
  core: { searches: 1500, ctr: 1, cpc: 1, cvr: 1, waste: 0.06 },
  steady: { searches: 700, ctr: 0.95, cpc: 0.95, cvr: 0.95, waste: 0.06 },
  longtail: { searches: 190, ctr: 1.1, cpc: 0.85, cvr: 1.1, waste: 0.03 },
  high_cpc: { searches: 450, ctr: 0.9, cpc: 3.8, cvr: 0.9, waste: 0.03 },
  no_conv: { searches: 950, ctr: 0.9, cpc: 1.05, cvr: 0, waste: 0.1 },
  zero_impr: { searches: 0, ctr: 1, cpc: 1, cvr: 1, waste: 0 },
  waste_magnet: { searches: 2100, ctr: 0.95, cpc: 1, cvr: 0.95, waste: 0.66 },
  gem: { searches: 620, ctr: 1.25, cpc: 0.8, cvr: 1.5, waste: 0.02 },
};

/** The archetype of a keyword nobody planted, dealt by its text. */
export function dealtArchetype(seed: number, text: string): Archetype {
  let rest = unit(mix(seed, hash(`archetype|${text.toLowerCase()}`)));
  for (const [archetype, share] of DEAL) {
    if (rest < share) return archetype;
    rest -= share;
  }
  return 'steady';
}

const DEAL: readonly (readonly [Archetype, number])[] = [
  ['core', 0.18],
  ['steady', 0.32],
  ['longtail', 0.2],
  ['waste_magnet', 0.08],
  ['no_conv', 0.06],
  ['high_cpc', 0.05],
  ['gem', 0.06],
  ['zero_impr', 0.05],
];
