import { notFound } from '../base/errors.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { keywordKey } from '../campaigns/keyword-text.ts';
import { guardedWrite } from '../writes/guarded-write.ts';
import { type DraftKeyword, draftKeywords, inOrder, textsOf } from './draft-parts.ts';
import { draftPreview, draftResult, draftWrite, planEdit, previewOf, resultOf } from './draft-write.ts';
import { editDraft } from './edit-draft.step.ts';
import { adId, keywords } from './part-fields.ts';

/** Replaces the keywords of an ad that waits with its draft. */
export const setAdKeywords = guardedWrite({
  ...draftWrite,
  name: 'set_ad_keywords',
  summary: 'Set the keywords of an ad of a draft',
  description: 'Replaces the keywords of an ad as a whole.',
  rest: 'PUT /organizations/{org}/campaigns/{slug}/ads/{ad_id}/keywords',
  steps: [editDraft],
  input: { slug: campaignSlug, ad_id: adId, keywords },
  preview: draftPreview,
  result: draftResult,

  plan: ({ slug, ad_id, keywords: sent }, context) =>
    planEdit(context, slug, async ({ id }) => {
      if (!(await textsOf(context, id, ad_id))) throw notFound('That ad');
      const from = await draftKeywords(context, id, ad_id);
      return { part: 'keywords', ad_id, from, to: inOrder(asHeld(sent, from)) };
    }),
  previewOf,
  resultOf,
});

/** One that the ad has already, in whatever case, stays as it is: so it is stored, and so it is told. */
function asHeld(sent: readonly DraftKeyword[], held: readonly DraftKeyword[]): DraftKeyword[] {
  const known = new Map(held.map((one) => [keywordKey(one), one]));
  return sent.map((one) => known.get(keywordKey(one)) ?? one);
}
