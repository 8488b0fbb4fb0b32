import type { Kind } from '../store/account.ts';
import type { MutateContext } from './context.ts';
import { fail } from './operation-failure.ts';
import { checkNotRemoved } from './update.ts';

/** Marks a resource REMOVED; nothing is ever deleted, and a removed name is free again. */
export function removeResource(context: MutateContext, kind: Kind, reference: string): string {
  const name = context.resolve(reference);
  if (!name.startsWith(context.nameOf(kind, ''))) {
    fail({ requestError: 'RESOURCE_NAME_MALFORMED' }, 'Resource name is malformed.', ['remove'], { trigger: name });
  }
  const current = context.transaction.get(name);
  if (!current) {
    return fail({ mutateError: 'RESOURCE_NOT_FOUND' }, 'Resource was not found.', ['remove'], { trigger: name });
  }
  checkNotRemoved(kind, current);
  if (kind === 'campaignBudgets') checkBudgetUnused(context, name);
  if (kind === 'assets') {
    const message = 'Assets cannot be removed; remove their links.';
    fail({ operationAccessDeniedError: 'REMOVE_OPERATION_NOT_PERMITTED' }, message, ['remove']);
  }
  context.touchOnce(name, ['remove']);
  context.transaction.put({ ...current, status: 'REMOVED' }, 'REMOVE', ['status']);
  return name;
}

function checkBudgetUnused(context: MutateContext, name: string): void {
  for (const campaign of context.transaction.all('campaigns')) {
    if (campaign.campaignBudget !== name || campaign.status === 'REMOVED') continue;
    const message = 'The campaign budget is associated with at least one campaign.';
    fail({ campaignBudgetError: 'CAMPAIGN_BUDGET_IN_USE' }, message, ['remove']);
  }
}
