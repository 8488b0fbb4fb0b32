import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { guardedWrite } from '../writes/guarded-write.ts';
import { sitelinksOf } from './draft-parts.ts';
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
    planEdit(context, slug, async (campaign) => ({
      part: 'sitelinks',
      from: await sitelinksOf(context, campaign.id),
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
