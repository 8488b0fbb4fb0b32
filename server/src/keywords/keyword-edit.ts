import { z } from 'zod';
import { amount } from '../base/amounts.ts';
import { quoted, visible } from '../base/visible-text.ts';
import { mustNotBeTakenBack } from '../campaigns/after-lost-try.ts';
import { campaignStep, campaignTarget, targetOf } from '../campaigns/campaign-step.ts';
import { conflict } from '../campaigns/changes-there.ts';
import { aboutKeyword, type KeywordProperty } from '../campaigns/decided-on.ts';
import { type EditedKeyword, keywordsById } from '../campaigns/keyword-edit.store.ts';
import { markingWhatIsSo } from '../campaigns/was-so-before.ts';
import {
  type AdAccount,
  type ChangeEvent,
  campaignRemoved,
  type PlatformKeyword,
  type Written,
} from '../ports/ad-platform.ts';
import type { Outcome, OwnRows, PlatformWork, StepKind } from '../writes/step.ts';

/** A value of a keyword that is edited; null where it has none of its own. */
type Value = string | null;

const edit = z.object({
  keyword_id: z.number(),
  text: z.string(),
  match_type: z.enum(['phrase', 'exact', 'broad']),
  platform_id: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Somebody had made the change in the platform: it is not ours to take back. */
  already: z.boolean().optional(),
});
const details = campaignTarget.extend({ keywords: z.array(edit) });

/** One keyword, and what becomes of it. */
export type KeywordEdit = z.infer<typeof edit>;
/** Keywords of one campaign whose same property is changed. */
export type KeywordEdits = z.infer<typeof details>;

/** What a kind of edit says of itself. */
interface Definition<Op extends string> {
  op: Op;
  /** What is changed, as the log names it. */
  property: KeywordProperty;
  isAmount: boolean;
  here(keyword: EditedKeyword): Value;
  there(keyword: PlatformKeyword): Value;
  save(own: OwnRows, campaignId: number, keywords: readonly KeywordEdit[]): Promise<void>;
  /** All of it in one request, or nothing; those found so are accounted for. */
  tell(account: AdAccount, missing: readonly Wish[], found: readonly Wish[]): Promise<Written>;
}

/** What a keyword of the platform is to become. */
export interface Wish {
  id: string;
  to: Value;
}

/**
 * Makes a kind of step that changes one property of some keywords. The platform is asked once, and takes all or nothing;
 * what was so there before is noted as not ours; where a keyword is neither what we took it for nor what it is to become,
 * nothing is changed.
 */
export function keywordEdit<const Op extends string>(definition: Definition<Op>): StepKind<KeywordEdits, Op> {
  const { op, property, isAmount, here, save } = definition;
  const shown = (value: Value) => (isAmount && value !== null ? amount(value) : value);
  const propertyOf = ({ keyword_id }: KeywordEdit) => aboutKeyword(property, keyword_id);
  const kind: StepKind<KeywordEdits, Op> = campaignStep({
    op,
    details,
    guardrails: [],
    changesOf: ({ keywords }) =>
      keywords.map((one) => ({
        field: `${property} of ${named(one)}`,
        from: shown(one.from),
        to: shown(one.to),
        on: `keyword ${one.keyword_id}`,
      })),

    about: ({ keywords }) => keywords.map(propertyOf),

    async save({ campaign_id, keywords }, own) {
      await save(own, campaign_id, keywords);
      return {};
    },

    async inverse({ keywords }, campaign, context) {
      const rows = await keywordsById(context, campaign.id, idsOf(keywords));
      const since = await context.decidedSince(keywords.map(propertyOf));
      const whyKept = (one: KeywordEdit) => {
        const row = rows.get(one.keyword_id);
        if (one.already) return 'it was so in the ad platform already';
        if (!row) return 'removed since';
        if (since.has(propertyOf(one))) return 'changed since';
        return same(here(row), one.to) ? undefined : 'changed since';
      };
      const back = keywords
        .filter((one) => whyKept(one) === undefined)
        .map((one) => ({
          ...one,
          platform_id: rows.get(one.keyword_id)?.platform_id ?? null,
          from: one.to,
          to: one.from,
        }));
      return {
        steps: back.length > 0 ? [kind.of({ ...targetOf(campaign), keywords: back })] : [],
        restored: back.map((one) => `${property} of ${named(one)}`),
        skipped: keywords.flatMap((one) => {
          const why = whyKept(one);
          return why === undefined ? [] : [`${property} of ${named(one)}: ${why}`];
        }),
      };
    },

    platform: { tell: (edits, account, work) => tellThere(definition, edits, account, work) },
  });
  return kind;
}

async function tellThere(
  definition: Definition<string>,
  edits: KeywordEdits,
  account: AdAccount,
  work: PlatformWork<KeywordEdits>,
): Promise<Outcome> {
  const campaign = edits.platform_id === null ? null : await account.readCampaign(edits.platform_id);
  if (!campaign) throw campaignRemoved();
  const there = new Map<string, Value>();
  // Of all that a campaign may have, few are edited.
  const edited = new Set(edits.keywords.map(({ platform_id }) => platform_id));
  for (const { keywords } of campaign.ads) {
    for (const one of keywords) if (edited.has(one.id)) there.set(one.id, definition.there(one));
  }
  const changed = edits.keywords.filter((one) => !isEither(one, there));
  if (changed.length > 0) throw conflict(changed.map((one) => changeThere(definition, one, there, work)));
  const isSo = (one: KeywordEdit) => same(there.get(one.platform_id ?? '') ?? null, one.to);
  const keywords = await markingWhatIsSo(edits.keywords, isSo, {
    ...work,
    note: (keywords) => work.note({ ...edits, keywords }),
  });
  const wished = (some: readonly KeywordEdit[]) => some.map(({ platform_id, to }) => ({ id: platform_id ?? '', to }));
  const missing = wished(keywords.filter((one) => !isSo(one)));
  const found = wished(keywords.filter(isSo));
  if (missing.length > 0) {
    const ids = new Set(missing.map(({ id }) => id));
    const isAbout = ({ thing }: ChangeEvent) => thing.knownAs.some((id) => ids.has(id));
    await mustNotBeTakenBack({ campaignId: edits.campaign_id, there: campaign, isAbout }, account, work);
  }
  const { wrote } = await definition.tell(account, missing, found);
  return { details: { keywords }, wrote };
}

function isEither({ platform_id, from, to }: KeywordEdit, there: ReadonlyMap<string, Value>): boolean {
  const now = there.get(platform_id ?? '');
  return now !== undefined && (same(now, from) || same(now, to));
}

function changeThere(
  { property, isAmount }: Definition<string>,
  { text, platform_id, from }: KeywordEdit,
  there: ReadonlyMap<string, Value>,
  { clock }: PlatformWork<KeywordEdits>,
) {
  const now = there.get(platform_id ?? '');
  const shown = (value: Value) => (isAmount && value !== null ? amount(value) : value);
  const about = { at: new Date(clock.now()).toISOString(), resource: 'keyword', name: visible(text) };
  if (now === undefined) return { ...about, operation: 'remove', field: null, from: visible(text), to: null };
  return { ...about, operation: 'update', field: property, from: shown(from), to: shown(now) };
}

/** Amounts are the same however many zeros they are written with. */
function same(one: Value, other: Value): boolean {
  if (one === null || other === null) return one === other;
  return one === other || Number(one) === Number(other);
}

/** A keyword in the words of the log. */
export function named({ text, match_type }: { text: string; match_type: string }): string {
  return `${match_type} keyword ${quoted(text)}`;
}

function idsOf(keywords: readonly KeywordEdit[]): number[] {
  return keywords.map(({ keyword_id }) => keyword_id);
}
