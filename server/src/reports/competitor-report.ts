import { type Fraction, minus, pointed, scaled } from '../documents/fraction.ts';
import type { Block, Page, Section } from '../documents/page.ts';
import { fact, listed, type Prose, quote, say } from '../documents/prose.ts';
import { type CampaignLine, comparisonSource, coverageOf, type Evidence, periodOf, totalOf } from './evidence.ts';
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
  const lines = evidence.campaigns.filter(({ shares }) => shares !== null).slice(0, SHOWN);
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
  const mostly = (key: 'lostToRank' | 'lostToBudget') =>
    campaigns.filter(({ shares }) => shares !== null && Number(shares[key].n) / Number(shares[key].d) >= 0.3);
  const [rank, budget] = [mostly('lostToRank'), mostly('lostToBudget')];
  const words = [
    ...(rank.length > 0
      ? [
          say`${names(rank)} ${rank.length === 1 ? 'loses' : 'lose'} much to rank: better ads and pages help before higher bids do.`,
        ]
      : []),
    ...(budget.length > 0
      ? [
          say`${names(budget)} ${budget.length === 1 ? 'loses' : 'lose'} much to budget: rivals win what money keeps away, whatever the ads say.`,
        ]
      : []),
  ];
  return words.reduce((text, one) => (text.text === '' ? one : say`${text} ${one}`), say``);
}

function names(lines: readonly CampaignLine[]): Prose {
  return listed(lines.slice(0, 3).map(({ name }) => named(name)));
}

/** What campaigns on the names of others brought. */
function rivalCampaigns({ evidence, numbers, source }: Writing): Section {
  const title = 'Campaigns on competitors';
  const lines = evidence.campaigns.filter(
    ({ type, figures }) => type === 'competitor' && (figures.at(-1)?.impressions ?? 0) > 0,
  );
  if (lines.length === 0) return { title, blocks: [say`No campaign on competitors ran in these days.`] };
  const others = evidence.campaigns.filter(({ type }) => type !== 'competitor' && type !== 'brand');
  const row = (name: Prose, own: readonly CampaignLine[]) => [
    name,
    ...[SPEND, CONVERSIONS, CPA].map((kpi) => shown(numbers, kpi, kpi.of(totalOf(own, -1)), source)),
  ];
  const rows = [...lines.map((line) => row(named(line.name), [line])), row(say`All other non-brand campaigns`, others)];
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
