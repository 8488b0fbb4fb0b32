import { oneOf, textOf, useAddress } from '../../address.ts';

export const STATES = ['new', 'keyword', 'excluded'] as const;
export const WINDOWS = ['7', '14', '30', '90'] as const;
export const CONVERTED = ['yes', 'no'] as const;

/** What narrows the list, kept in the address; the term itself is `q`. */
export function useFilters() {
  return useAddress((search) => ({
    q: textOf(search.q),
    state: oneOf(STATES, search.state),
    days: oneOf(WINDOWS, textOf(search.days)) ?? '30',
    campaign: textOf(search.campaign),
    converted: oneOf(CONVERTED, search.converted),
    cost: costIn(search.cost),
  }));
}

export type Filters = ReturnType<typeof useFilters>[0];

function costIn(value: unknown): number | undefined {
  const cost = Number(textOf(value));
  return Number.isFinite(cost) && cost > 0 ? cost : undefined;
}

/** The filters as the operation takes them. */
export function asked({ q, state, days, campaign, converted, cost }: Filters) {
  return { contains: q, state, days: Number(days), campaign, converted, min_cost: cost };
}
