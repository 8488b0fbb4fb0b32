import type { Block, Section } from '../../documents/page.ts';
import { listed, type Prose, quote, say } from '../../documents/prose.ts';
import { totalOf } from '../../reports/evidence.ts';
import { CONVERSIONS, CPA, shown } from '../../reports/kpi.ts';
import { named, several } from '../../reports/sections/writing.ts';
import { acceptableCpa, cents, orderValue, type Planning, SOURCES } from './planning.ts';

const SURE = {
  yes: 'The figures are counted well enough to plan by them.',
  mostly: 'Plan by the figures, but mind what is said below about how they are counted.',
  no: 'Nothing can be planned by conversions before they are counted: that comes first.',
  unknown: 'There are hardly any figures yet, so most of this is a beginning to be checked, not a finding.',
} as const;

/** What it comes to, and how sure that is. */
export function summary(planning: Planning): Section {
  const { evidence, numbers, source, trust } = planning;
  const now = totalOf(evidence.figures, -1);
  const blocks: Block[] = [];
  if (trust !== 'unknown') {
    const brought =
      now.conversions_micros > 0
        ? say`${shown(numbers, CONVERSIONS, CONVERSIONS.of(now), source)} conversions at ${shown(numbers, CPA, CPA.of(now), source)} each`
        : say`no recorded conversion`;
    blocks.push(say`In six weeks ${numbers.micros(now.cost_micros, source)} brought ${brought}.`);
  }
  const saving =
    evidence.audit.saving > 0
      ? say` Acting on what the audit found would save ${numbers.money(cents(evidence.audit.saving), SOURCES.audit)} a month.`
      : say``;
  blocks.push(say`**How sure this is:** ${trust}. ${SURE[trust]}${saving}`);
  return { title: 'Summary', blocks };
}

/** What the business says of itself, and what an order leaves for advertising. */
export function business(planning: Planning): Section {
  const { evidence, numbers, source } = planning;
  const { profile } = evidence;
  const blocks: Block[] = profile
    ? [
        say`${quote(profile.brand_name)} in its own words: ${quote(profile.description, 400)}`,
        {
          bullets: profile.products
            .slice(0, 8)
            .map(({ name, description }) => say`${quote(name)}: ${quote(description, 160)}`),
        },
      ]
    : [say`There is no business profile, so what is sold, where and to whom is not known here.`];
  const value = orderValue(planning);
  if (!value) {
    blocks.push(
      say`What an order is worth is not recorded, so the break-even CPA (order value times margin) cannot be told.`,
    );
    return { title: 'The business', blocks };
  }
  const rows = ['20', '40', '60'].map((margin) => [
    say`${numbers.rule(`${margin} %`)} margin`,
    numbers.money({ n: value.n * BigInt(margin), d: value.d * 100n }, `${source}; ${SOURCES.assumptions}`),
  ]);
  const paid = acceptableCpa(planning);
  blocks.push(
    say`An order is worth ${numbers.money(value, source)} on average. A conversion may cost at most order value times margin; the margin is not known here:`,
    { table: { head: ['If the margin is', 'Break-even CPA'], rows } },
    ...(paid ? [say`The account works with ${numbers.money(paid, `${source}; target CPAs`)} for a conversion.`] : []),
  );
  return { title: 'The business', blocks };
}

/** Whether what is counted can be believed. */
export function measurement(planning: Planning): Section {
  const { evidence, trust } = planning;
  const now = totalOf(evidence.figures, -1);
  const reasons: Prose[] = [];
  if (trust === 'unknown') reasons.push(say`There are no clicks in the last six weeks to judge by.`);
  if (trust === 'no')
    reasons.push(
      say`Money was spent and not one conversion was recorded in six weeks: check the conversion tracking before anything else.`,
    );
  if (evidence.audit.suspects.length > 0) {
    reasons.push(
      say`In ${listed(evidence.audit.suspects.slice(0, 5).map(named))} much was spent since the last conversion; it is probably not counted there.`,
    );
  }
  if (trust !== 'unknown' && now.value_micros <= 0)
    reasons.push(say`No values are recorded, so one conversion counts as much as any other.`);
  if (reasons.length === 0)
    reasons.push(say`Conversions and their values are recorded, and no campaign spends long without one.`);
  return {
    title: 'Can the measurement be trusted?',
    blocks: [
      say`**${trust === 'unknown' ? 'Not known yet' : trust === 'yes' ? 'Yes' : trust === 'no' ? 'No' : 'Mostly'}.**`,
      { bullets: reasons },
    ],
  };
}

const LOOKS_FOR: Readonly<Record<string, string>> = {
  high_cpc: 'keywords that pay far more for a click than others',
  no_conversion_keywords: 'keywords that cost and bring nothing',
  zero_impression: 'keywords that are never shown',
  negative_keywords: 'search terms to exclude',
  tcpa: 'targets that do not fit what conversions cost',
  exact_match: 'search terms that deserve a keyword of their own',
  hipo: 'keywords that deserve a campaign of their own',
  keyword_count: 'ads with too many keywords',
  optimized_keywords: 'ads that need fewer, better keywords',
  new_keywords: 'search terms worth bidding on',
};

/** What the detectors found, with what acting on it saves. */
export function audit({ evidence, numbers }: Planning): Section {
  const { looked, live, lines, saving } = evidence.audit;
  const title = 'Account audit';
  if (looked === 0) return { title, blocks: [say`No campaign is live, so there was nothing to look at.`] };
  const scope =
    live > looked
      ? say`${numbers.count(looked, SOURCES.audit)} of ${numbers.count(live, SOURCES.audit)} live campaigns, those that spend most`
      : several(numbers, looked, 'live campaign', 'live campaigns', SOURCES.audit);
  if (lines.length === 0) return { title, blocks: [say`All detectors looked at ${scope} and found nothing.`] };
  const rows = lines.map(({ detector, campaigns, toActOn, toLookAt, saving: own }) => [
    say`${LOOKS_FOR[detector] ?? detector.replaceAll('_', ' ')}`,
    numbers.count(campaigns, SOURCES.audit),
    numbers.count(toActOn, SOURCES.audit),
    numbers.count(toLookAt, SOURCES.audit),
    own > 0 ? numbers.money(cents(own), SOURCES.audit) : say`none computed`,
  ]);
  const head = ['Found', 'Campaigns', 'To act on', 'To look at', 'Saves a month'];
  const total =
    saving > 0
      ? say` Together, each keyword and term counted once, ${numbers.money(cents(saving), SOURCES.audit)} a month.`
      : say``;
  return { title, blocks: [say`All detectors looked at ${scope}.${total}`, { table: { head, rows } }] };
}
