import { type Fraction, minus, pointed, scaled } from '../documents/fraction.ts';
import type { Block, Page, Section } from '../documents/page.ts';
import { fact, listed, type Prose, quote, say } from '../documents/prose.ts';
import type { Counted } from '../figures/ratios.ts';
import {
  type CampaignLine,
  comparisonSource,
  coverageOf,
  type Evidence,
  nowOf,
  periodOf,
  restOf,
  type Some,
} from './evidence.ts';
import { CONVERSIONS, CPA, SPEND, shown } from './kpi.ts';
import { completeness } from './sections/completeness.ts';
import { isWhole } from './sections/kpi-table.ts';
import { termSource, termTable } from './sections/terms.ts';
import { named, several, type Writing, writingOf } from './sections/writing.ts';

const SHOWN = 10;

/** The competitor report: how much of the auctions others win, and what searching for rivals brings. */
export function competitorReport(evidence: Evidence): Page {
  const writing = writingOf(evidence);
  const { numbers, source } = writing;
  return {
    title: say`Competitor report: ${quote(evidence.organization.name)}, ${numbers.period(periodOf(evidence), source)}`,
    sections: [
      impressionShares(writing),
      completeness(writing),
      rivalCampaigns(writing),
      rivalTerms(writing),
      {
        title: 'What is not known',
        blocks: [
          {
            bullets: [
              say`Who else takes part in the auctions: the ad platform does not tell it to other services. Its own pages show it under auction insights.`,
              say`What others bid and what their ads say.`,
              say`A share lost to rank is lost to bids, to ads or to pages; the figures do not say to which.`,
            ],
          },
        ],
      },
    ],
  };
}

/** What share of the auctions was won, and what the rest was lost to; against the four weeks before. */
function impressionShares({ evidence, numbers, source }: Writing): Section {
  const title = 'Share of the auctions';
  const lines = evidence.campaigns.shared.top;
  if (lines.length === 0) {
    return {
      title,
      blocks: [say`The ad platform reported no impression shares for these days, so how much others win is unknown.`],
    };
  }
  const rows = lines.map(({ name, shares, sharesBefore }) => [
    named(name),
    shares ? numbers.percent(shares.shown, source) : say`unknown`,
    points(shares?.shown, sharesBefore?.shown),
    shares ? numbers.percent(shares.lostToRank, source) : say`unknown`,
    points(shares?.lostToRank, sharesBefore?.lostToRank),
    shares ? numbers.percent(shares.lostToBudget, source) : say`unknown`,
  ]);
  const head = ['Campaign', 'Impressions won', 'Change', 'Lost to rank', 'Change', 'Lost to budget'];
  return { title, blocks: [{ table: { head, rows } }, reading(evidence)] };

  /** How a share moved, in percentage points. */
  function points(now: Fraction | undefined, before: Fraction | undefined): Prose {
    const comparable =
      isWhole(evidence, evidence.periods.length - 2) && coverageOf(evidence, periodOf(evidence)) === 'whole';
    if (!now || !before || !comparable) return say`no comparison`;
    const tenths = scaled(minus(now, before), 3);
    const size = pointed(tenths < 0n ? -tenths : tenths, 1);
    return say`${fact(`${tenths < 0n ? '−' : '+'}${size}`, comparisonSource(evidence))} points`;
  }
}

function reading({ campaigns }: Evidence): Prose {
  const { losingToRank: rank, losingToBudget: budget } = campaigns;
  const words = [
    ...(rank.total > 0
      ? [
          say`${names(rank)} ${rank.total === 1 ? 'loses' : 'lose'} much to rank: better ads and pages help before higher bids do.`,
        ]
      : []),
    ...(budget.total > 0
      ? [
          say`${names(budget)} ${budget.total === 1 ? 'loses' : 'lose'} much to budget: rivals win what money keeps away, whatever the ads say.`,
        ]
      : []),
  ];
  return words.reduce((text, one) => (text.text === '' ? one : say`${text} ${one}`), say``);
}

function names({ top }: Some<CampaignLine>): Prose {
  return listed(top.map(({ name }) => named(name)));
}

/** What campaigns on the names of others brought. */
function rivalCampaigns({ evidence, numbers, source }: Writing): Section {
  const title = 'Campaigns on competitors';
  const { rivals, others } = evidence.campaigns;
  if (rivals.total === 0) return { title, blocks: [say`No campaign on competitors ran in these days.`] };
  const row = (name: Prose, counted: Counted) => [
    name,
    ...[SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(counted), source)),
  ];
  const unnamed = rivals.total - rivals.top.length;
  const rows = [
    ...rivals.top.map((line) => row(named(line.name), nowOf(line))),
    ...(unnamed > 0
      ? [row(say`${several(numbers, unnamed, 'other', 'others', source)} on competitors`, restOf(rivals))]
      : []),
    row(say`All other non-brand campaigns`, others.counted),
  ];
  return { title, blocks: [{ table: { head: ['Campaign', 'Spend', 'Conversions', 'CPA'], rows } }] };
}

/** Searches that name one of the competitors that the business profile knows. */
function rivalTerms(writing: Writing): Section {
  const { evidence, numbers } = writing;
  const title = 'Searches for competitors';
  const { rivals } = evidence.terms;
  const source = termSource(writing);
  if (evidence.competitors.length === 0) {
    return {
      title,
      blocks: [say`The business profile names no competitors, so searches for them cannot be told apart.`],
    };
  }
  const known = say`The business profile names ${listed(evidence.competitors.slice(0, SHOWN).map((name) => quote(name)))}.`;
  if (rivals.terms === 0)
    return { title, blocks: [say`${known} No search term with one of these names was reported.`] };
  const total = say`${known} ${several(numbers, rivals.terms, 'search term names', 'search terms name', source)} one of them; together they took ${numbers.micros(rivals.cost, source)} and brought ${numbers.decimal({ n: BigInt(rivals.conversions), d: 1_000_000n }, source)} conversions.`;
  const blocks: Block[] = [total, termTable(writing, rivals.top)];
  return { title, blocks };
}
