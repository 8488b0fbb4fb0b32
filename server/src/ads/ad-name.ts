import type { AdRow } from '../campaigns/campaign-parts.store.ts';

/** Whether another ad of the campaign has the name: the platform takes each once, however it is capitalised. */
export function isNameTaken(ads: readonly Pick<AdRow, 'id' | 'name'>[], wanted: string, adId: number): boolean {
  return ads.some(({ id, name }) => id !== adId && name.toLowerCase() === wanted.toLowerCase());
}
