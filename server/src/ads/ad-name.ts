import type { AdName } from '../campaigns/ads-of-campaign.store.ts';

/** Whether another ad of the campaign has the name: the platform takes each once, however it is capitalised. */
export function isNameTaken(ads: readonly AdName[], wanted: string, adId: number): boolean {
  return ads.some(({ id, name }) => id !== adId && name.toLowerCase() === wanted.toLowerCase());
}
