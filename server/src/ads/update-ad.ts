import { invalid, notFound } from '../base/errors.ts';
import { nameText } from '../base/schemas.ts';
import { adNames } from '../campaigns/ads-of-campaign.store.ts';
import { campaignSlug } from '../campaigns/campaign-schemas.ts';
import { webAddress } from '../websites/web-address-field.ts';
import { guardedWrite } from '../writes/guarded-write.ts';
import { isNameTaken } from './ad-name.ts';
import { adTexts, textsOf } from './draft-parts.ts';
import { draftPreview, draftResult, draftWrite, planEdit, previewOf, resultOf } from './draft-write.ts';
import { editDraft } from './edit-draft.step.ts';
import { pageOf } from './landing-page.ts';
import { adId, descriptions, headlines, path } from './part-fields.ts';

const LONGEST_NAME = 255;

/** Changes the texts of an ad that waits with its draft. Only the fields sent change. */
export const updateAd = guardedWrite({
  ...draftWrite,
  name: 'update_ad',
  summary: 'Edit an ad of a draft',
  description: 'Changes name, landing page, headlines, descriptions or paths of an ad; lists are replaced as a whole.',
  rest: 'PATCH /organizations/{org}/campaigns/{slug}/ads/{ad_id}',
  steps: [editDraft],
  input: {
    slug: campaignSlug,
    ad_id: adId,
    name: nameText(LONGEST_NAME).optional(),
    url: webAddress.optional(),
    headlines: headlines.optional(),
    descriptions: descriptions.optional(),
    path1: path.nullable().optional(),
    path2: path.nullable().optional(),
  },
  preview: draftPreview,
  result: draftResult,

  plan({ slug, ad_id, url, name, headlines: texts, descriptions: lines, path1, path2 }, context) {
    const sent = given({ name, headlines: texts, descriptions: lines, path1, path2 });
    if (url === undefined && Object.keys(sent).length === 0) {
      throw invalid([{ path: 'body', message: 'must name at least one field to change' }]);
    }
    return planEdit(context, slug, async (campaign) => {
      const from = await textsOf(context, campaign.id, ad_id);
      if (!from) throw notFound('That ad');
      const page = url === undefined ? {} : { final_url: pageOf(context, campaign, 'url', url) };
      const to = adTexts.parse({ ...from, ...sent, ...page });
      if (to.path1 === null && to.path2 !== null) throw invalid([{ path: 'path2', message: 'needs path1 before it' }]);
      if (isNameTaken(await adNames(context, campaign.id), to.name, ad_id))
        throw invalid([{ path: 'name', message: 'is the name of another ad' }]);
      return { part: 'ad', ad_id, from, to };
    });
  },
  previewOf,
  resultOf,
});

/** Fields that were left out stay as they are. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
