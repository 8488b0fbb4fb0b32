import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { guardedWrite } from '../writes/guarded-write.ts';
import { calloutsOf } from './draft-parts.ts';
import { draftPreview, draftResult, draftWrite, planEdit, previewOf, resultOf } from './draft-write.ts';
import { editDraft } from './edit-draft.step.ts';
import { callouts } from './part-fields.ts';

/** Replaces the callouts of a draft. */
export const setCallouts = guardedWrite({
  ...draftWrite,
  name: 'set_callouts',
  summary: 'Set the callouts of a draft',
  description: 'Replaces the callouts of a draft as a whole, in the order sent.',
  rest: 'PUT /organizations/{org}/campaigns/{slug}/callouts',
  steps: [editDraft],
  input: { slug: campaignSlug, callouts },
  preview: draftPreview,
  result: draftResult,

  plan: ({ slug, callouts: to }, context) =>
    planEdit(context, slug, async ({ id }) => ({ part: 'callouts', from: await calloutsOf(context, id), to })),
  previewOf,
  resultOf,
});
