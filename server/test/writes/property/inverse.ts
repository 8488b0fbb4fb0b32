import { type Campaign, FIELDS, type OneChange } from './organization-model.ts';

type Back = OneChange | { op: 'remove'; negatives: string[] };

/** How a change is taken back as things stand; what changed since is left alone. */
export function inverse(
  campaign: Campaign,
  change: OneChange,
  since: ReadonlySet<string>,
): { back?: Back; restored: string[]; skipped: number } {
  if (change.op === 'set_campaign_state') {
    if (campaign.state !== change.to || since.has('state')) return { restored: [], skipped: 1 };
    const { from, to, setByBefore } = change;
    return { back: { op: change.op, from: to, to: from, setByBefore }, restored: ['state'], skipped: 0 };
  }
  if (change.op === 'add_negative_keywords') {
    const negatives = change.negatives.filter(
      (one) => campaign.negatives.includes(one) && !since.has(`negative ${one}`),
    );
    const skipped = change.negatives.length - negatives.length;
    if (negatives.length === 0) return { restored: [], skipped };
    return { back: { op: 'remove', negatives }, restored: negatives, skipped };
  }
  const { name, budget, target_cpa } = change.changes;
  // A campaign in the platform always has a budget.
  const unpaid = campaign.there !== null && budget?.from === 0;
  const touched = FIELDS.filter((field) => change.changes[field]);
  const restored = touched.filter(
    (field) => campaign[field] === change.changes[field]?.to && !since.has(field) && !(field === 'budget' && unpaid),
  );
  const changes = {
    ...(name && restored.includes('name') && { name: { from: name.to, to: name.from } }),
    ...(budget && restored.includes('budget') && { budget: { from: budget.to, to: budget.from } }),
    ...(target_cpa && restored.includes('target_cpa') && { target_cpa: { from: target_cpa.to, to: target_cpa.from } }),
  };
  const skipped = touched.length - restored.length;
  return restored.length === 0 ? { restored, skipped } : { back: { op: change.op, changes }, restored, skipped };
}
