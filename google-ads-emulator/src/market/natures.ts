import type { Nature } from '../worlds/market-description.ts';
import { hash, mix, unit } from './random.ts';

/** Monthly searches, and multiples of the market's click rate, click price and conversion rate. */
export interface Traits {
  searches: number;
  ctr: number;
  cpc: number;
  cvr: number;
  /** How much of the market's waste clings to the keyword, compared with an ordinary one. */
  waste: number;
}

/** What each nature means in numbers. */
export const TRAITS: Record<Nature, Traits> = {
  core: { searches: 1500, ctr: 1, cpc: 1, cvr: 1, waste: 1 },
  steady: { searches: 700, ctr: 0.95, cpc: 0.95, cvr: 0.95, waste: 1 },
  longtail: { searches: 190, ctr: 1.1, cpc: 0.85, cvr: 1.1, waste: 0.5 },
  gem: { searches: 620, ctr: 1.25, cpc: 0.8, cvr: 1.6, waste: 0.3 },
  high_cpc: { searches: 380, ctr: 0.9, cpc: 3.4, cvr: 0.9, waste: 0.5 },
  no_conv: { searches: 750, ctr: 0.9, cpc: 1.05, cvr: 0, waste: 1 },
  waste_magnet: { searches: 1400, ctr: 0.95, cpc: 1, cvr: 0.95, waste: 4 },
  zero_impr: { searches: 0, ctr: 1, cpc: 1, cvr: 1, waste: 0 },
};

/** The nature of a text that nobody described, dealt by the text itself. */
export function dealtNature(seed: number, text: string): Nature {
  let rest = unit(mix(seed, hash(`nature|${text}`)));
  for (const [nature, share] of DEAL) {
    if (rest < share) return nature;
    rest -= share;
  }
  return 'steady';
}

const DEAL: readonly (readonly [Nature, number])[] = [
  ['core', 0.18],
  ['steady', 0.32],
  ['longtail', 0.2],
  ['waste_magnet', 0.08],
  ['no_conv', 0.06],
  ['high_cpc', 0.05],
  ['gem', 0.06],
  ['zero_impr', 0.05],
];
