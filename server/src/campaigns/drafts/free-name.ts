import type { Tenancy } from '../../base/context.ts';
import { campaignNames } from './draft.store.ts';

/** Names are unique in an ad account: a function that gives each one that is taken a number, and then keeps it too. */
export async function freeNames(tenancy: Tenancy, exceptId?: number): Promise<(name: string) => string> {
  const taken = new Set((await campaignNames(tenancy, exceptId)).map((one) => one.toLowerCase()));
  return (name) => {
    for (let number = 1; ; number += 1) {
      const candidate = number === 1 ? name : `${name} ${number}`;
      if (taken.has(candidate.toLowerCase())) continue;
      taken.add(candidate.toLowerCase());
      return candidate;
    }
  };
}
