import type { Detector } from './detector.ts';
import { exactMatch } from './detectors/exact-match.ts';
import { highCpc } from './detectors/high-cpc.ts';
import { hipo } from './detectors/hipo.ts';
import { keywordCount } from './detectors/keyword-count.ts';
import { negativeKeywords } from './detectors/negative-keywords.ts';
import { newKeywords } from './detectors/new-keywords.ts';
import { noConversionKeywords } from './detectors/no-conversion-keywords.ts';
import { optimizedKeywords } from './detectors/optimized-keywords.ts';
import { tcpa } from './detectors/tcpa.ts';
import { zeroImpression } from './detectors/zero-impression.ts';

/** Every detector there is, in the specification's order. */
export const DETECTORS: readonly Detector[] = [
  highCpc,
  noConversionKeywords,
  zeroImpression,
  negativeKeywords,
  tcpa,
  exactMatch,
  hipo,
  keywordCount,
  optimizedKeywords,
  newKeywords,
];

/** The detector of that name. */
export function detectorNamed(name: string): Detector | undefined {
  return DETECTORS.find((one) => one.name === name);
}
