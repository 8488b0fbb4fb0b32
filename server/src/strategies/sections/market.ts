import { compare } from '../../documents/fraction.ts';
import { decimalOf } from '../../documents/numbers.ts';
import type { Block, Section } from '../../documents/page.ts';
import { type Prose, quote, say } from '../../documents/prose.ts';
import type { KeywordIdea } from '../../ports/ad-platform.ts';
import { named } from '../../reports/sections/writing.ts';
import { MOST_PRODUCTS } from '../chosen-campaigns.ts';
import { acceptableCpa, affordableCpc, type Planning, SOURCES } from './planning.ts';

const SHOWN = 12;

/** How much is searched for, at what price, and whether that can be afforded. */
export function demand(planning: Planning): Section {
  const { evidence, numbers, source } = planning;
  const title = 'Demand';
  const ideas = evidence.demand;
  if (ideas === null)
    return { title, blocks: [say`The ad platform could not be asked how much is searched for, so demand is unknown.`] };
  if (ideas.length === 0) return { title, blocks: [say`The ad platform knows of no demand around these products.`] };
  const most = affordableCpc(planning);
  const cpa = acceptableCpa(planning);
  const top = [...ideas]
    .sort((a, b) => b.monthlySearches - a.monthlySearches || (a.text < b.text ? -1 : 1))
    .slice(0, SHOWN);
  const rows = top.map((idea) => [
    quote(idea.text),
    numbers.count(idea.monthlySearches, SOURCES.demand),
    say`${idea.competition}`,
    bids(idea),
    verdict(idea),
  ]);
  const searches = ideas.reduce((sum, { monthlySearches }) => sum + monthlySearches, 0);
  const limit =
    most && cpa
      ? say` At the present conversion rate a click may cost ${numbers.money(most, source)} for a conversion to cost ${numbers.money(cpa, `${source}; target CPAs`)}.`
      : say` Without conversions nobody can say what a click may cost.`;
  const intro = say`Around the products the ad platform counts ${numbers.count(searches, SOURCES.demand)} searches a month for ${numbers.count(ideas.length, SOURCES.demand)} keywords; the most searched for:`;
  return {
    title,
    blocks: [
      intro,
      { table: { head: ['Keyword', 'Searches a month', 'Competition', 'Bids for the top', 'Affordable'], rows } },
      say`These are the platform’s estimates.${limit}`,
    ],
  };

  function bids({ lowBid, highBid }: KeywordIdea): Prose {
    if (lowBid === null || highBid === null) return say`unknown`;
    return say`${numbers.money(decimalOf(lowBid), SOURCES.demand)} to ${numbers.money(decimalOf(highBid), SOURCES.demand)}`;
  }

  function verdict({ lowBid, highBid }: KeywordIdea): Prose {
    if (!most || lowBid === null || highBid === null) return say`unknown`;
    if (compare(decimalOf(highBid), most) <= 0) return say`yes`;
    return compare(decimalOf(lowBid), most) <= 0 ? say`at the lower bids` : say`no`;
  }
}

/** Who buys, who else sells, and what to say to whom. */
export function people({ evidence: { profile } }: Planning): Section {
  if (!profile) return { title: 'Customers and competitors', blocks: [] };
  const blocks: Block[] = [];
  const customers = profile.ideal_customer_profiles.slice(0, 5);
  if (customers.length > 0) {
    blocks.push(say`Customers, as the business profile describes them:`, {
      bullets: customers.map(({ name, description }) => say`${quote(name)}: ${quote(description, 200)}`),
    });
  }
  if (profile.competitors.length > 0)
    blocks.push(
      say`Competitors that it names: ${profile.competitors
        .slice(0, 8)
        .map(({ name }) => quote(name))
        .reduce((text, one) => say`${text}, ${one}`)}.`,
    );
  const proof = profile.trust_signals.slice(0, 5).map((text) => quote(text));
  const rows = [
    [say`Urgent need`, say`Who comes at once; put the promise of time and the phone first.`],
    [
      say`Comparing offers`,
      proof.length > 0
        ? say`Why to believe it: ${proof.reduce((text, one) => say`${text}, ${one}`)}.`
        : say`Why to believe it; the profile names no proof yet.`,
    ],
    [say`Searching the name`, say`The shortest way to buy or book; no arguments are needed.`],
    [say`Searching a competitor`, say`What is different here, without naming the other.`],
  ];
  blocks.push(say`What to say to whom:`, { table: { head: ['Intent', 'Message'], rows } });
  return { title: 'Customers and competitors', blocks };
}

/** Which campaign each product should have. */
export function architecture({ evidence: { profile, chosen } }: Planning): Section {
  const rows: Prose[][] = [];
  const { brand } = chosen;
  rows.push([
    say`The name itself`,
    brand ? named(brand.name) : say`none is live`,
    say`exact and phrase, the name only`,
    brand
      ? say`Keep it apart, so that it does not flatter the rest.`
      : say`Make one, so that others do not take these searches.`,
  ]);
  for (const { name } of profile?.products.slice(0, MOST_PRODUCTS) ?? []) {
    const own = chosen.ofProducts.get(name);
    const next = !own
      ? say`Draft one from the page of the product; launch it with a small budget.`
      : own.state === 'live'
        ? say`Keep; raise its budget only while it meets its target.`
        : say`It is ${own.state}: decide whether to run it.`;
    rows.push([
      quote(name),
      own ? named(own.name) : say`none`,
      say`phrase and exact; what converts becomes exact`,
      next,
    ]);
  }
  return {
    title: 'Campaigns to have',
    blocks: [
      { table: { head: ['For', 'Campaign today', 'Keywords', 'Next step'], rows } },
      say`Exclude the name in every campaign but the brand’s, and each product’s words in the others. Bid by a target CPA once a campaign has conversions every week; until then by clicks within a small budget.`,
    ],
  };
}
