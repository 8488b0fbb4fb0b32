import { fraction } from '../documents/fraction.ts';
import type { Page, Section } from '../documents/page.ts';
import { quote, say } from '../documents/prose.ts';
import { type Evidence, periodOf, priceOf, totalOf } from './evidence.ts';
import { completeness } from './sections/completeness.ts';
import { searchTerms, termSource } from './sections/terms.ts';
import { whatWaits } from './sections/work.ts';
import { SOURCES, several, type Writing, writingOf } from './sections/writing.ts';

/** The intelligence report: what people search for who see the ads, and what of it is worth having. */
export function intelligenceReport(evidence: Evidence): Page {
  const writing = writingOf(evidence);
  const { numbers } = writing;
  return {
    title: say`Intelligence report: ${quote(evidence.organization.name)}, ${numbers.period(periodOf(evidence), termSource(writing))}`,
    sections: [
      summary(writing),
      completeness(writing),
      searchTerms(writing),
      whatToDo(writing),
      whatWaits(writing),
      {
        title: 'What is not known',
        blocks: [
          {
            bullets: [
              say`Searches that the ad platform keeps to itself: it names only those that enough people made.`,
              say`Searches for which the ads were not shown; a strategy asks the platform how many there are.`,
            ],
          },
        ],
      },
    ],
  };
}

function summary(writing: Writing): Section {
  const { evidence, numbers, source } = writing;
  const { total, converting, fresh } = evidence.terms;
  const spent = totalOf(evidence, -1).cost_micros;
  const terms = termSource(writing);
  if (total.terms === 0)
    return {
      title: 'In short',
      blocks: [say`No search terms were reported for these days, so what people searched for is unknown.`],
    };
  const named = fraction(total.cost, spent);
  const visible = named
    ? say` They stand for ${numbers.percent(named, `${source}; ${terms}`)} of the spend; the rest is not named by the ad platform.`
    : say``;
  const share = fraction(converting.cost, total.cost);
  const useful = share
    ? say` ${several(numbers, converting.terms, 'of them converted and took', 'of them converted and took', terms)} ${numbers.percent(share, terms)} of what they cost together.`
    : say``;
  return {
    title: 'In short',
    blocks: [
      say`The ads were shown for ${several(numbers, total.terms, 'search term', 'search terms', terms)}.${visible}${useful} ${fresh.terms === 0 ? 'None' : numbers.count(fresh.terms, terms)} ${fresh.terms === 1 ? 'is' : 'are'} new.`,
    ],
  };
}

function whatToDo(writing: Writing): Section {
  const { evidence, numbers } = writing;
  const { converting } = evidence.terms;
  // Without a price nothing is called waste.
  const lost = priceOf(evidence) ? evidence.terms.wasted.top : [];
  const cost = lost.reduce((sum, line) => sum + line.cost, 0);
  const bullets = [
    ...(converting.terms > 0
      ? [
          say`Check that the converting terms above are keywords of their own; run the exact match detector on their campaigns.`,
        ]
      : []),
    ...(lost.length > 0
      ? [
          say`Exclude what does not fit of the ${several(numbers, lost.length, 'wasted term', 'wasted terms', termSource(writing))} shown, which took ${numbers.micros(cost, termSource(writing))} in these days.`,
        ]
      : []),
    ...(evidence.recommendations.total > 0
      ? [
          say`Look at the ${several(numbers, evidence.recommendations.total, 'recommendation', 'recommendations', SOURCES.recommendations)} below first: they were checked for significance.`,
        ]
      : []),
  ];
  return { title: 'What to do', blocks: [{ bullets }] };
}
