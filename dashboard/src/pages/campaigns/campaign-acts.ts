import { api } from '../../api.ts';
import type { Act } from '../../changes/act.ts';
import { guardedAct } from '../../changes/act.ts';
import { formatAmount } from '../../format.ts';

/** A campaign as far as its changes name it. */
interface Named {
  slug: string;
  name: string;
  state: string;
  may_run?: true | undefined;
  budget: number;
}

/** Where a change is made. */
export interface Place {
  org: string;
  currency: string;
}

/** Moves a daily budget. */
export function budgetAct({ org, currency }: Place, campaign: Named, budget: number, limits?: Act['limits']): Act {
  const amount = formatAmount(budget, currency);
  const [label, done] =
    campaign.budget === 0
      ? [`Set budget to ${amount}`, `Budget set to ${amount}`]
      : budget > campaign.budget
        ? [`Raise budget to ${amount}`, `Budget raised to ${amount}`]
        : [`Lower budget to ${amount}`, `Budget lowered to ${amount}`];
  const wish = { org, slug: campaign.slug, budget };
  return guardedAct(api.updateCampaign, wish, { label, done, campaign: campaign.name, limits });
}

/** What may be changed of a campaign beside its budget. */
export interface Edit {
  name?: string | undefined;
  target_cpa?: number | undefined;
  budget?: number | undefined;
}

/** Changes name, target or several things at once. */
export function editAct(place: Place, campaign: Named, edit: Edit, limits?: Act['limits']): Act {
  const { name, target_cpa, budget } = edit;
  if (budget !== undefined && name === undefined && target_cpa === undefined) {
    return budgetAct(place, campaign, budget, limits);
  }
  const only = Object.values(edit).filter((value) => value !== undefined).length === 1;
  const words =
    only && name !== undefined
      ? { label: `Rename to “${name}”`, done: `Renamed to “${name}”` }
      : only && target_cpa !== undefined
        ? {
            label: `Set target CPA to ${formatAmount(target_cpa, place.currency)}`,
            done: `Target CPA set to ${formatAmount(target_cpa, place.currency)}`,
          }
        : { label: 'Save these changes', done: 'Changes saved' };
  const wish = { org: place.org, slug: campaign.slug, ...edit };
  return guardedAct(api.updateCampaign, wish, { ...words, campaign: campaign.name, limits });
}

/** What a campaign can be made to do. */
export type NextState = 'live' | 'paused';

/** Launches, resumes or pauses a campaign. */
export function stateAct({ org }: Pick<Place, 'org'>, campaign: Named, state: NextState): Act {
  const wish = { org, slug: campaign.slug, state };
  return guardedAct(api.setCampaignState, wish, { ...stateWords(campaign, state), campaign: campaign.name });
}

/** What a change of state is called. */
export function stateWords(campaign: Pick<Named, 'state' | 'may_run'>, state: NextState) {
  if (state === 'paused') return { label: 'Pause campaign', done: 'Campaign paused', underWay: 'Pausing the campaign' };
  if (campaign.may_run) return { label: 'Let it run', done: 'Campaign runs', underWay: 'Letting the campaign run' };
  return campaign.state === 'paused'
    ? { label: 'Resume campaign', done: 'Campaign resumed', underWay: 'Resuming the campaign' }
    : { label: 'Launch campaign', done: 'Campaign launched', underWay: 'Launching the campaign' };
}
