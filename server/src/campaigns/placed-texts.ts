import { folded } from './keyword-text.ts';

/** A text on an ad; on the whole campaign where it names none. */
export interface PlacedText {
  ad_id: number | null;
  text: string;
}

/** Texts as statements take them: of ads, beside them the ads, and those of the whole campaign. */
export type TextsOnAds = [ofAds: string[], adIds: number[]];
export type TextsInPlaces = [...TextsOnAds, ofCampaign: string[]];

/** Each text in each place once, as texts are compared. */
export function textsInPlaces(placed: readonly PlacedText[]): TextsInPlaces {
  const ofCampaign = new Set<string>();
  const ofAds = new Map<string, { text: string; ad: number }>();
  for (const { ad_id: ad, text } of placed) {
    const compared = folded(text);
    if (ad === null) ofCampaign.add(compared);
    else ofAds.set(`${ad} ${compared}`, { text: compared, ad });
  }
  const pairs = [...ofAds.values()];
  return [pairs.map(({ text }) => text), pairs.map(({ ad }) => ad), [...ofCampaign]];
}
