import type { Action, Change, Edit, Organization } from './organization-model.ts';

/**
 * What later actions that stand have decided on in the same campaign, and people in the platform: undoing an earlier one
 * leaves that alone.
 */
export function decidedSince({ actions, campaigns }: Organization, action: Action): ReadonlySet<string> {
  const index = actions.indexOf(action);
  const later = actions.slice(index + 1);
  const there = [...(campaigns[action.campaign]?.decidedThere ?? [])].filter(([, count]) => count > index);
  const standing = later.filter((one) => one.campaign === action.campaign && one.executed && !one.undone);
  return new Set([...standing.flatMap(({ change }) => thingsOf(change)), ...there.map(([thing]) => thing)]);
}

function thingsOf(change: Change): string[] {
  if (change.op === 'set_campaign_state') return ['state'];
  if (change.op === 'add_negative_keywords') return change.negatives.map((one) => `negative ${one}`);
  if (change.op === 'update_campaign') return Object.keys(change.changes);
  return change.edits.filter(({ takenBack }) => !takenBack).map(thingOf);
}

/** Whether somebody has decided since on what an edit changed; a keyword that was added may have been edited. */
export function isDecided(edit: Edit, since: ReadonlySet<string>): boolean {
  if (since.has(thingOf(edit))) return true;
  return edit.what === 'add' && (since.has(`state ${edit.of}`) || since.has(`bid ${edit.of}`));
}

function thingOf(edit: Edit): string {
  if (edit.what === 'budget') return 'budget';
  if (edit.what === 'target') return 'target_cpa';
  if (edit.what === 'state' || edit.what === 'bid') return `${edit.what} ${edit.of}`;
  return `${edit.what === 'exclude' || edit.what === 'lift' ? 'negative' : 'keyword'} ${edit.of}`;
}
