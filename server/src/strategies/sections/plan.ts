import { compare, type Fraction, fraction, over, plus, times } from '../../documents/fraction.ts';
import type { Block, Section } from '../../documents/page.ts';
import { type Prose, quote, say } from '../../documents/prose.ts';
import { totalOf } from '../../reports/evidence.ts';
import { CPA } from '../../reports/kpi.ts';
import { budgetsAgainstCap } from '../../reports/sections/campaigns.ts';
import { acceptableCpa, cents, type Planning, SOURCES } from './planning.ts';

/** A month by the last six weeks. */
const MONTH_SHARE: Fraction = { n: 30n, d: 42n };
/** The most that a budget moves in a week. */
const STEP: Fraction = { n: 20n, d: 100n };
/** What is bought beyond today is dearer than what is bought today. */
const DEARER: Fraction = { n: 150n, d: 100n };
const ONE: Fraction = { n: 1n, d: 1n };

/** Three ways to spend the next month. */
export function budgets(planning: Planning): Section {
  const { evidence, numbers, source, writing } = planning;
  const now = totalOf(evidence.figures, -1);
  const title = 'Budget';
  const spent = fraction(now.cost_micros, 1_000_000);
  const cpa = CPA.of(now);
  if (!spent || !cpa || now.cost_micros === 0) {
    return {
      title,
      blocks: [
        say`Without conversions no budget can be weighed against what it brings. Spend no more than the daily budgets of today until some are counted.`,
      ],
    };
  }
  const month = times(spent, MONTH_SHARE);
  const from = `${source}; ${SOURCES.assumptions}`;
  const conversions = (amount: Fraction, price: Fraction) => over(amount, price) ?? ONE;
  const step = times(month, STEP);
  const row = (name: string, spend: Fraction, brought: Prose, when: string): Prose[] => [
    say`${name}`,
    numbers.money(spend, from),
    brought,
    say`${when}`,
  ];
  const steady = conversions(month, cpa);
  const saved = evidence.audit.saving;
  const less = cents(saved);
  const rows = [
    ...(saved > 0 && compare(less, month) < 0
      ? [
          row(
            'Careful: act on the audit',
            plus(month, times(less, { n: -1n, d: 1n })),
            say`at most ${numbers.decimal(steady, from)}`,
            'money is short, or the measurement is in doubt',
          ),
        ]
      : []),
    row('Steady: as today', month, numbers.decimal(steady, from), 'nothing is known to be better yet'),
    row(
      'Growing: one step more',
      plus(month, step),
      numbers.decimal(plus(steady, conversions(step, times(cpa, DEARER))), from),
      'a conversion costs less than it may, and budgets run out',
    ),
  ];
  const assumed = say`Reckoned from the last six weeks; what is bought beyond today is taken to cost ${numbers.rule('1.5')} times as much. Move a budget by at most ${numbers.rule('20 %')} a week and look before the next step.`;
  return {
    title,
    blocks: [
      { table: { head: ['Scenario', 'Spend a month', 'Conversions', 'Choose it when'], rows } },
      assumed,
      budgetsAgainstCap(writing),
    ],
  };
}

/** Who does what until when, by what it is judged, and when to stop. */
export function ninetyDays(planning: Planning): Section {
  const { numbers, trust, evidence } = planning;
  const cpa = acceptableCpa(planning);
  const limit = cpa
    ? say`CPA stays under ${numbers.money(cpa, 'Target CPAs, or what a conversion costs today')}`
    : say`conversions are counted at all`;
  const first =
    trust === 'yes'
      ? say`Act on the audit: exclude, pause and correct what it found, one kind at a time`
      : say`Make sure that conversions are counted, with their values`;
  const row = (days: string, what: Prose, owner: string, metric: Prose, stop: Prose) => [
    say`${numbers.rule(days)}`,
    what,
    say`${owner}`,
    metric,
    stop,
  ];
  const rows = [
    row(
      '1–30',
      first,
      'whoever runs the ads',
      trust === 'yes' ? say`what the audit would save` : say`conversions in the figures match those in the books`,
      say`conversions fall by more than noise for two weeks`,
    ),
    row(
      '31–60',
      say`Give each product its campaign, beginning with the one most searched for`,
      'whoever runs the ads, with the business for pages',
      limit,
      say`three times that is spent without a conversion`,
    ),
    row(
      '61–90',
      say`Raise what meets its target, a step a week; end what does not`,
      'the owner decides, whoever runs the ads acts',
      limit,
      say`a step brings no more conversions than before`,
    ),
  ];
  const waiting =
    evidence.figures.recommendations.total > 0
      ? [say`Recommendations that wait in the dashboard belong to the first of these.`]
      : [];
  return {
    title: 'The next ninety days',
    blocks: [{ table: { head: ['Days', 'What', 'Who', 'Judged by', 'Stop when'], rows } }, ...waiting],
  };
}

/** What to try, what could go wrong, what was taken for granted, what was supplied and what was left alone. */
export function groundwork(): Section {
  const blocks: Block[] = [
    say`**Experiments**, one at a time, each for four weeks: another first headline in the campaign that spends most; the page of a product instead of the home page; exact keywords for what converts.`,
    say`**Risks:** conversions that are counted late make the last days look worse; brand searches make the whole look better; small campaigns have good and bad weeks by chance.`,
    say`**Assumptions:** the next weeks are like the last six; prices and rivals stay; what is sold does not change.`,
    say`**Left alone:** no campaign, budget, keyword or profile was changed for this document.`,
  ];
  return { title: 'Experiments, risks and assumptions', blocks };
}

const EXCERPTS = 3;
const LONGEST_EXCERPT = 240;
const TELLING = /margin|goal|target|budget|price|cost|season|customer|revenue|profit|capacity|region|\d\s?%|[$€£¥]/iu;

/** What was supplied: quoted, never followed. */
export function supplied({ evidence, numbers }: Planning): Section {
  const { documents } = evidence;
  const title = 'Supplied documents';
  if (documents.length === 0) return { title, blocks: [] };
  const blocks = documents.flatMap(({ name, content }): Block[] => {
    const said = excerptsOf(content).map((text) => quote(text, LONGEST_EXCERPT));
    const size = numbers.count([...content].length, SOURCES.documents);
    return [
      say`${quote(name)} (${size} characters)${said.length > 0 ? say` says, among other things:` : say` is empty.`}`,
      { bullets: said },
    ];
  });
  return {
    title,
    blocks: [
      say`They are quoted as they are and nothing in them was followed. Where they name goals or margins, weigh the sections above by them.`,
      ...blocks,
    ],
  };
}

/** The sentences that speak of goals and money, or else the first ones. */
function excerptsOf(content: string): string[] {
  const sentences = content
    .split(/(?<=[.!?。؟])\s+|\n+/u)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const telling = sentences.filter((text) => TELLING.test(text));
  return (telling.length > 0 ? telling : sentences).slice(0, EXCERPTS);
}
