import { type AddressParser, oneOf, textOf } from '../../address.ts';
import type { CampaignRow } from '../../api.ts';
import type { Order } from '../../parts/table/data-table.tsx';
import { EXTRA_COLUMNS } from './campaign-columns.tsx';
import { stateOf } from './campaign-words.ts';

export const STATES = ['live', 'paused', 'draft', 'error'] as const;

/** What of the campaigns is shown, as the address keeps it. */
export interface CampaignFilters {
  q: string;
  state: (typeof STATES)[number] | undefined;
  order: Order;
  /** Columns that are not shown. */
  hidden: ReadonlySet<string>;
}

/** Reads `q`, `state`, `sort` (a column, with a minus for highest first) and `hide` (columns, by commas). */
export const campaignFilters: AddressParser<CampaignFilters> = ({ q, state, sort, hide }) => {
  const by = textOf(sort) ?? '-spend';
  return {
    q: textOf(q) ?? '',
    state: oneOf(STATES, state),
    order: { by: by.replace(/^-/, ''), down: by.startsWith('-') },
    hidden: new Set(hide === undefined ? EXTRA_COLUMNS : (textOf(hide) ?? '').split(',')),
  };
};

/** An order as the address keeps it. */
export function sortText({ by, down }: Order): string {
  return (down ? '-' : '') + by;
}

/** The campaigns whose name, type or state holds every word of the search. */
export function matchingCampaigns(campaigns: readonly CampaignRow[], search: string): readonly CampaignRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return campaigns;
  return campaigns.filter((campaign) => {
    const text = `${campaign.name} ${campaign.type} ${stateOf(campaign).label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
