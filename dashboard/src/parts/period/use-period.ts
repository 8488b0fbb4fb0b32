import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../address.ts';
import { api } from '../../api.ts';
import { useOrganization } from '../../organization.tsx';
import { reading } from '../../queries.ts';
import { type Period, periodIn } from './period.ts';

interface ShownPeriod extends Period {
  /** It is known on which day it ends: nothing is to be read before, or figures would change under whoever reads them. */
  settled: boolean;
}

/**
 * Which days a page shows, and whether against those before; kept in the address. Days are the ad account's: where it is
 * not known which of them is complete, a period that has a name ends yesterday.
 */
export function usePeriod(): [period: ShownPeriod, keep: (change: Record<string, unknown>) => void] {
  const { slug: org } = useOrganization();
  const { data, error } = useQuery(reading(api.getLastCompleteDay, { org }));
  const [period, keep] = useAddress((search) => periodIn(search, data?.last_complete_day ?? undefined));
  const settled = period.name === 'custom' || data !== undefined || error !== null;
  return [{ ...period, settled }, keep];
}
