import type { JsonObject } from '../json.ts';
import { at, isObject, textAt } from '../json.ts';
import { checkBid, checkBudgetAmount, checkEnum, int64AsText } from './checks.ts';
import type { MutateContext } from './context.ts';
import { fail, failRequired } from './operation-failure.ts';

/** A new budget; its name must be free among budgets that are not removed. */
export function createCampaignBudget(context: MutateContext, draft: JsonObject): JsonObject {
  checkBudgetAmount(draft.amountMicros, context.currency, ['create', 'amount_micros']);
  const shared = draft.explicitlyShared !== false;
  if (shared && textAt(draft, 'name') === '') failRequired(['create', 'name']);
  checkEnum(draft.deliveryMethod, ['STANDARD', 'ACCELERATED'], ['create', 'delivery_method']);
  const id = context.takeId();
  const budget = {
    deliveryMethod: 'STANDARD',
    ...draft,
    resourceName: context.nameOf('campaignBudgets', id),
    id,
    amountMicros: String(draft.amountMicros),
    explicitlyShared: shared,
    status: 'ENABLED',
    period: 'DAILY',
    type: 'STANDARD',
  };
  checkBudgetName(context, budget, ['create', 'name']);
  return budget;
}

/** A new campaign: a free name, a budget, one bidding strategy and the declaration on political advertising. */
export function createCampaign(context: MutateContext, draft: JsonObject): JsonObject {
  if (draft.advertisingChannelType === undefined) failRequired(['create', 'advertising_channel_type']);
  checkEnum(draft.advertisingChannelType, ['SEARCH'], ['create', 'advertising_channel_type']);
  checkEnum(draft.status, ['ENABLED', 'PAUSED'], ['create', 'status']);
  const budget = context.parent(draft, 'campaignBudget', 'campaign_budget', 'campaignBudgets');
  checkBudgetFree(context, budget);
  const declaration = draft.containsEuPoliticalAdvertising;
  if (declaration === undefined) failRequired(['create', 'contains_eu_political_advertising']);
  checkEnum(declaration, POLITICAL_DECLARATIONS, ['create', 'contains_eu_political_advertising']);
  const id = context.takeId();
  const campaign: JsonObject = {
    status: 'ENABLED',
    ...draft,
    resourceName: context.nameOf('campaigns', id),
    id,
    servingStatus: 'SERVING',
    biddingStrategyType: strategyOf(draft),
    startDateTime: context.account.time.dateTime(context.now).slice(0, 19),
  };
  checkBidding(context, campaign, 'create');
  checkCampaignName(context, campaign, ['create', 'name']);
  return campaign;
}

/** A campaign's name must be set, short enough, on one line, and free. */
export function checkCampaignName(context: MutateContext, campaign: JsonObject, path: readonly string[]): void {
  const name = textAt(campaign, 'name');
  if (name === '') failRequired(path);
  if (name.length > NAME_CHARACTERS || hasControlCharacters(name)) {
    fail({ campaignError: 'INVALID_CAMPAIGN_NAME' }, 'Invalid campaign name.', path, { trigger: name });
  }
  if (context.transaction.holderOf(campaign)) {
    const message = 'The campaign name is already used by another campaign that is not removed.';
    fail({ campaignError: 'DUPLICATE_CAMPAIGN_NAME' }, message, path, { trigger: name });
  }
}

/** A budget's name, when it has one, must be free. */
export function checkBudgetName(context: MutateContext, budget: JsonObject, path: readonly string[]): void {
  if (textAt(budget, 'name') === '' || !context.transaction.holderOf(budget)) return;
  const message = 'A non-removed campaign budget with this name exists.';
  fail({ campaignBudgetError: 'DUPLICATE_NAME' }, message, path, { trigger: textAt(budget, 'name') });
}

/** Targets inside the bidding strategy must be valid bids; they are kept as int64 text. */
export function checkBidding(context: MutateContext, campaign: JsonObject, verb: 'create' | 'update'): void {
  for (const [field, snake] of TARGETED) {
    const strategy = campaign[field];
    if (!isObject(strategy) || at(strategy, 'targetCpaMicros') === undefined) continue;
    checkBid(strategy.targetCpaMicros, context.currency, [verb, snake, 'target_cpa_micros']);
    int64AsText(strategy, ['targetCpaMicros']);
  }
}

/** The bidding strategies a search campaign can have, by field and by type. */
export const STRATEGIES: readonly (readonly [field: string, type: string])[] = [
  ['maximizeConversions', 'MAXIMIZE_CONVERSIONS'],
  ['targetCpa', 'TARGET_CPA'],
  ['manualCpc', 'MANUAL_CPC'],
  ['targetSpend', 'TARGET_SPEND'],
];

function strategyOf(draft: JsonObject): string {
  const [first, second] = STRATEGIES.filter(([field]) => draft[field] !== undefined);
  if (!first || second) return failRequired(['create', 'campaign_bidding_strategy']);
  return first[1];
}

function checkBudgetFree(context: MutateContext, budget: JsonObject): void {
  if (budget.explicitlyShared !== false) return;
  for (const campaign of context.transaction.all('campaigns')) {
    if (campaign.campaignBudget !== budget.resourceName || campaign.status === 'REMOVED') continue;
    const message = 'An implicitly shared campaign budget cannot be used by more than one campaign.';
    const code = 'CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS';
    fail({ campaignBudgetError: code }, message, ['create', 'campaign_budget']);
  }
}

function hasControlCharacters(text: string): boolean {
  return [...text].some((letter) => letter < ' ');
}

const NAME_CHARACTERS = 256;
const TARGETED = [
  ['maximizeConversions', 'maximize_conversions'],
  ['targetCpa', 'target_cpa'],
] as const;
const POLITICAL_DECLARATIONS = ['CONTAINS_EU_POLITICAL_ADVERTISING', 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING'];
