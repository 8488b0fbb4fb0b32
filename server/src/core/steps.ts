import { changeState } from '../campaigns/change-state.step.ts';
import { editCampaign } from '../campaigns/edit-campaign.step.ts';
import { addNegatives } from '../keywords/add-negatives.step.ts';
import { removeNegatives } from '../keywords/remove-negatives.step.ts';
import { binder, Steps } from '../writes/steps.ts';

/** Every kind of step that guarded writes are made of. */
export function allSteps(): Steps {
  return new Steps([binder(editCampaign), binder(changeState), binder(addNegatives), binder(removeNegatives)]);
}
