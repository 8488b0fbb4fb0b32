import { saveKeywordStates } from '../campaigns/keyword-edit.store.ts';
import { keywordEdit, type Wish } from './keyword-edit.ts';

/** Pauses keywords, or enables them again: one of the two in a step, because the platform is told so in one request. */
export const setKeywordState = keywordEdit({
  op: 'set_keyword_state',
  property: 'state',
  isAmount: false,
  here: ({ state }) => state,
  there: ({ status }) => status,
  save(own, campaignId, keywords) {
    const states = keywords.map(({ keyword_id: id, to }) => ({ id, state: stateOf(to) }));
    return saveKeywordStates(own, campaignId, states);
  },
  tell(account, missing, found) {
    const status = stateOf((missing[0] ?? found[0])?.to ?? null);
    return account.setKeywordStatus(idsOf(missing), status, { allOrNothing: true, found: idsOf(found) });
  },
});

function stateOf(value: string | null): 'enabled' | 'paused' {
  return value === 'enabled' ? 'enabled' : 'paused';
}

function idsOf(wishes: readonly Wish[]): string[] {
  return wishes.map(({ id }) => id);
}
