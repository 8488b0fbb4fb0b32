import { hash, mix, Random } from '../market/random.ts';
import type { WorldDescription } from './description.ts';
import { calibrated } from './generator/calibrate.ts';
import { drawCampaigns } from './generator/draw-keywords.ts';
import { drawTerms } from './generator/draw-terms.ts';
import { between } from './generator/names.ts';
import { drawSetting } from './generator/setting.ts';

/** The one account of a generated world. */
export const GENERATED_CUSTOMER = '2000000001';

/** Makes a world: another trade, size, currency, language and market for each seed, and always the same for the same one. */
export function generateWorld(seed: number): WorldDescription {
  const random = new Random(mix(seed, hash('world')));
  const setting = drawSetting(seed, random);
  const campaigns = drawCampaigns(setting, random);
  const wanted = Math.round(between(random, 200, 3000));
  const terms = drawTerms(setting, campaigns, wanted, random);
  return calibrated({ seed, customer: GENERATED_CUSTOMER, setting, campaigns, terms }, random);
}
