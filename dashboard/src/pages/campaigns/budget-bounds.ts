/** Between what one change may set a budget, by the very rules that the service holds it to. */
export { budgetBounds } from '../../../../server/src/campaigns/budget-bounds.ts';
