import { useState } from 'react';
import { Notice } from '../parts/notice.tsx';

/** What of a form is to be sent: the fields that are no longer as it opened with them. */
export function movedFrom<Fields extends object>(opened: Fields, typed: Fields): Partial<Fields> {
  const moved: Partial<Fields> = { ...typed };
  for (const field in typed) if (isSame(opened[field], typed[field])) delete moved[field];
  return moved;
}

/** Whether two values of a field are the same, lists and entries included. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Whether what a form opened with has become something else: a list is saved as a whole, in the place of whatever is
 * there. Where that is what is to be saved, nothing of anybody is lost: it may be one's own save, whose answer never came.
 */
export function useChangedSince<Fields>(now: Fields, typed: NoInfer<Fields>): boolean {
  const [opened] = useState(now);
  return !isSame(opened, now) && !isSame(now, typed);
}

/** Asks whoever is about to save a whole list to look at what others made of it. */
export function ChangedSince({ what }: { what: string }) {
  return (
    <Notice tone="warning">
      Somebody has changed the {what} since you opened this. Saving puts yours in the place of theirs: close this to see
      what they did.
    </Notice>
  );
}
