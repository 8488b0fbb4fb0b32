import type { Brief } from './brief.ts';
import { type Service, serviceOf } from './services.ts';

/** The home page under the business's own name. */
export function brandService(brief: Brief): Service {
  const { reading, places } = brief;
  const home = serviceOf(reading.home, reading, places);
  return { ...home, name: reading.brand.text, forms: [reading.brand.text], sources: reading.brand.sources };
}
