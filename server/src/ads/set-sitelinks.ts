import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { guardedWrite } from '../writes/guarded-write.ts';
import { draftPreview, draftResult, draftWrite, planEdit, previewOf, resultOf } from './draft-write.ts';
import { editDraft } from './edit-draft.step.ts';
import { pageOf } from './landing-page.ts';
import { sitelinks } from './part-fields.ts';

/** Replaces the sitelinks of a draft. */
export const setSitelinks = guardedWrite({
  ...draftWrite,
  name: 'set_sitelinks',
  summary: 'Set the sitelinks of a draft',
  description: 'Replaces the sitelinks of a draft as a whole, in the order sent.',
  rest: 'PUT /organizations/{org}/campaigns/{slug}/sitelinks',
  steps: [editDraft],
  input: { slug: campaignSlug, sitelinks },
  preview: draftPreview,
  result: draftResult,

  plan: ({ slug, sitelinks: sent }, context) =>
    planEdit(context, slug, ({ assets }, campaign) => ({
      part: 'sitelinks',
      from: assets
        .filter(({ kind }) => kind === 'sitelink')
        .map(({ text, description1, description2, url }) => ({ text, description1, description2, url })),
      to: sent.map(({ text, description1, description2, url }, index) => ({
        text,
        description1,
        description2,
        url: pageOf(context, campaign, `sitelinks.${index}.url`, url),
      })),
    })),
  previewOf,
  resultOf,
});
