import { FIXTURES } from '../server/test/copywriting/fixture-sites.ts';
import { type Judgement, judgeFixture } from '../server/test/copywriting/judge.ts';
import { printCampaign } from './src/print-campaign.ts';

/** Judges the campaigns of the fixture sites: `npm run bench:ads`; with names of sites it prints those campaigns too. */
const COLUMNS: readonly (readonly [string, (one: Judgement) => string])[] = [
  ['site', ({ site }) => site],
  ['ads', ({ ads }) => String(ads)],
  ['headlines', ({ headlines }) => headlines.toFixed(1)],
  ['descriptions', ({ descriptions }) => descriptions.toFixed(1)],
  ['valid', ({ valid }) => percent(valid)],
  ['unique', ({ unique }) => percent(unique)],
  ['language', ({ inLanguage }) => percent(inLanguage)],
  ['traceable', ({ traceable }) => percent(traceable)],
  ['keywords', ({ relevantKeywords }) => percent(relevantKeywords)],
  ['covered', ({ covered }) => percent(covered)],
  ['in two ads', ({ keywordsInTwoAds }) => String(keywordsInTwoAds.length)],
];
const TARGETS = { valid: 1, traceable: 1, covered: 0.9 };

const shown = process.argv.slice(2);
const judgements: Judgement[] = [];
for (const fixture of FIXTURES) {
  const { judgement, campaign } = await judgeFixture(fixture);
  judgements.push(judgement);
  if (shown.includes(fixture.name) || shown.includes('all')) printCampaign(campaign);
}
printTable();
for (const { site, faults } of judgements) for (const fault of faults) console.log(`${site}: ${fault}`);
const missed = judgements.filter(
  (one) =>
    one.valid < TARGETS.valid ||
    one.traceable < TARGETS.traceable ||
    one.covered < TARGETS.covered ||
    one.keywordsInTwoAds.length > 0,
);
console.log(
  missed.length === 0 ? 'Every target is met.' : `Targets missed: ${missed.map(({ site }) => site).join(', ')}`,
);
process.exitCode = missed.length === 0 ? 0 : 1;

function printTable(): void {
  const rows = [COLUMNS.map(([name]) => name), ...judgements.map((one) => COLUMNS.map(([, cell]) => cell(one)))];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share === 1 ? 0 : 1)} %`;
}
