import { compare } from '../../documents/fraction.ts';
import { decimalOf } from '../../documents/numbers.ts';
import type { Block, Section } from '../../documents/page.ts';
import { fact, type Prose, quote, say } from '../../documents/prose.ts';
import { budgetDecision } from '../decision.ts';
import {
  type ActionLine,
  type CampaignLine,
  coverageOf,
  periodOf,
  priceOf,
  type RecommendationLine,
  type Some,
} from '../evidence.ts';
import { CPA, shown } from '../kpi.ts';
import { isWhole } from './kpi-table.ts';
import { named, SOURCES, several, type Writing } from './writing.ts';

/** What was changed in the period, by whom, and how the campaign did since. */
export function whatWasDone(writing: Writing): Section {
  const { evidence, numbers } = writing;
  const { total, top } = evidence.actions;
  const title = 'What was done';
  const days = numbers.period(periodOf(evidence), SOURCES.actions);
  if (total === 0) return { title, blocks: [say`Nothing was changed through this service in the days of ${days}.`] };
  const rows = top.map((action) => [
    fact(`${action.at.slice(0, 10)}`, SOURCES.actions),
    quote(action.who),
    quote(action.detail, 160),
    say`${action.outcome}`,
    cpaSince(writing, action),
  ]);
  const intro = say`What was changed through this service in the days of ${days}:`;
  const more = say`The newest ${numbers.count(top.length, SOURCES.actions)} of ${numbers.count(total, SOURCES.actions)} changes are shown.`;
  const table = { head: ['Day (UTC)', 'Who', 'What', 'Outcome', 'CPA of the campaign, before and now'], rows };
  const caution = say`A week rarely tells what a change brought: take the last column as a first sign.`;
  return { title, blocks: [intro, { table }, ...(total > top.length ? [more] : []), caution] };
}

function cpaSince({ evidence, numbers, source }: Writing, { campaign }: ActionLine): Prose {
  const line = evidence.campaigns.acted.get(campaign);
  const last = evidence.periods.length - 1;
  if (!line || last < 1 || !isWhole(evidence, last - 1)) return say`unknown`;
  const at = (index: number) => {
    const figures = line.figures[index];
    return shown(numbers, CPA, figures && CPA.of(figures), source);
  };
  return say`${at(last - 1)} → ${at(last)}`;
}

/** What waits for a decision, with what it is worth. */
export function whatWaits({ evidence, numbers }: Writing): Section {
  const { recommendations, approvals } = evidence;
  const blocks: Block[] = [];
  if (recommendations.total > 0) {
    const source = SOURCES.recommendations;
    const worth = decimalOf(recommendations.saving);
    const saving =
      compare(worth, { n: 0n, d: 1n }) > 0
        ? say`, together worth ${numbers.money(worth, source)} a month, each keyword counted once`
        : say``;
    blocks.push(
      say`${several(numbers, recommendations.total, 'recommendation waits', 'recommendations wait', source)}${saving}:`,
      {
        table: {
          head: ['Recommendation', 'Campaign', 'Saves a month'],
          rows: recommendations.top.map((one) => [quote(one.summary), named(one.campaign), savingOf(one, numbers)]),
        },
      },
    );
  }
  if (approvals.total > 0) {
    blocks.push(
      say`${several(numbers, approvals.total, 'change waits', 'changes wait', SOURCES.approvals)} for approval:`,
      {
        bullets: approvals.top.map(
          ({ summary, requestedAt }) =>
            say`${quote(summary, 160)}, asked for on ${fact(requestedAt.slice(0, 10), SOURCES.approvals)}`,
        ),
      },
    );
  }
  if (blocks.length === 0) blocks.push(say`Nothing: no recommendation is pending and no change waits for approval.`);
  return { title: 'What waits for you', blocks };
}

function savingOf({ saving, rests }: RecommendationLine, numbers: Writing['numbers']): Prose {
  if (rests) return say`nothing while the campaign rests`;
  if (saving === null || Number(saving) === 0) return say`none computed`;
  return say`${numbers.money(decimalOf(saving), SOURCES.recommendations)}`;
}

/** What to do next week, in the order of what it is worth, and what only the business can answer. */
export function nextWeek(writing: Writing): Section {
  const { evidence, numbers } = writing;
  const decision = budgetDecision(evidence);
  const { recommendations, approvals, days, terms } = evidence;
  const plan: Prose[] = [];
  if (days.accounts.some(({ status }) => status === 'pending')) {
    plan.push(
      say`Connect the ad account again in the dashboard: until then nothing is known and nothing can be changed.`,
    );
  }
  if (approvals.total > 0)
    plan.push(say`Decide on what waits for approval; it expires after ${numbers.rule('seven days')}.`);
  const covered = coverageOf(evidence, periodOf(evidence)) !== 'none';
  if (decision.kind === 'raise' || decision.kind === 'lower')
    plan.push(
      say`Make the budget decision at the top, and only that one: two at once do not tell which of them helped.`,
    );
  if (recommendations.total > 0) plan.push(say`Preview and apply the recommendations above, the first one first.`);
  if (terms.wasted.terms > 0 && covered && priceOf(evidence))
    plan.push(
      say`Exclude the wasted search terms that do not fit the business; run the negative keywords detector, which also looks for significance.`,
    );
  if (plan.length === 0)
    plan.push(say`Leave things as they are and look again next week: nothing in these figures asks for a change.`);
  return { title: 'Next week', blocks: [{ bullets: plan }, ...questions(writing)] };
}

function questions({ evidence }: Writing): Block[] {
  const asked: Prose[] = [];
  const { untargeted, hasValues } = evidence.campaigns;
  if (untargeted.total > 0)
    asked.push(
      say`What may a conversion cost in ${nameSome(untargeted)}? Without a target nobody can say whether they do well.`,
    );
  if (!hasValues) asked.push(say`What is a conversion worth? No values are recorded, so ROAS is unknown.`);
  return asked.length === 0 ? [] : [say`Questions for the business:`, { bullets: asked }];
}

function nameSome({ total, top }: Some<CampaignLine>): Prose {
  const [first, ...others] = top.map(({ name }) => named(name));
  const names = others.reduce((text, name) => say`${text}, ${name}`, first ?? say``);
  return total > top.length ? say`${names} and others` : names;
}
