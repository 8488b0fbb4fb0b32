import type { Context } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import type { Plan } from '../write.ts';

/** Thrown where an approved change has nothing to do: what its approver was shown would not happen. */
export class NothingLeft extends Refusal {
  constructor(undoing: boolean) {
    if (undoing) super('not_reversible', 'Nothing is left to restore: the action was undone before.');
    else super('already_applied', 'Nothing is left to do: all of it is so already.');
  }
}

/** Only what does something was put into the queue: where nothing of it is left, others were faster. */
export function mustDoSomething({ approving }: Pick<Context, 'approving'>, { steps, undoes }: Plan): void {
  if (approving && steps.length === 0) throw new NothingLeft(undoes !== undefined);
}
