import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { guardedWrite } from '../writes/guarded-write.ts';
import { placesOf } from './draft-parts.ts';
import { draftPreview, draftResult, draftWrite, planEdit, previewOf, resultOf } from './draft-write.ts';
import { editDraft } from './edit-draft.step.ts';
import { places } from './part-fields.ts';

const NOWHERE = { geo_target_id: null, latitude: null, longitude: null, radius_km: null };

/** Replaces the places where a draft is to be shown. */
export const setLocations = guardedWrite({
  ...draftWrite,
  name: 'set_locations',
  summary: 'Set the locations of a draft',
  description:
    'Replaces the places where a draft is to be shown: locations by the ad platform’s number, which find_locations tells, or the surroundings of a point.',
  rest: 'PUT /organizations/{org}/campaigns/{slug}/locations',
  steps: [editDraft],
  input: { slug: campaignSlug, locations: places },
  preview: draftPreview,
  result: draftResult,

  plan: ({ slug, locations: sent }, context) =>
    planEdit(context, slug, async ({ id }) => ({
      part: 'locations',
      from: await placesOf(context, id),
      to: sent.map(({ kind, name, ...rest }) => ({ kind, name, ...NOWHERE, ...rest })),
    })),
  previewOf,
  resultOf,
});
