/** Stands for a figure or a quotation in a text that somebody else may phrase. */
const PLACE = /⟦\p{Nd}+⟧/gu;

/** How much longer than ours a text may become, in characters. */
const LONGER_BY = 60;
const DIGIT = /\p{N}/u;
/** What could be taken for a link, a picture, a heading or a table. */
const MARKUP = /[\\`_[\]<>|~#!&@$^={}\n\r]|:\/\/|\bwww\./;
const QUOTATION = /[\p{Quotation_Mark}--['’‘]]/v;
const BOLD = /\*+/g;

/** Words that carry what is said: the same ones, in the same order, or it is said of something else. */
const CARRIERS: Readonly<Record<string, string>> = {
  spend: 'spend|spends|spent|spending|cost|costs|costly|price|prices|money',
  conversions: 'conversion|conversions|converted|converts?|converting|sales?|leads?|customers?',
  clicks: 'clicks?|clicked|visits?',
  impressions: 'impressions?|views?',
  budget: 'budgets?',
  target: 'targets?|goals?|aims?',
  rate: 'rates?|shares?|ratios?',
  up: 'up|rose|rises?|risen|rising|more|higher|highest|grew|grows?|grown|growth|gain(?:s|ed)?|increas(?:e|es|ed|ing)|rais(?:e|es|ed|ing)|above|over|exceed(?:s|ed)?|better|best|improv(?:e|es|ed|ement|ing)|most',
  down: 'down|fell|falls?|fallen|falling|less|fewer|lower|lowest|drop(?:s|ped)?|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|lost|los(?:e|es|ing)|below|under|worse|worst|least|shr(?:ank|inks?)',
  not: "not|no|none|never|nothing|nobody|without|neither|nor|hardly|barely|cannot|\\w+n’t|\\w+n't|stop(?:s|ped)?|pauses?|paused|remov(?:e|es|ed)|exclud(?:e|es|ed)",
  cause:
    'because|due|thanks|caus(?:e|es|ed)|driv(?:e|es|en)|drove|owing|since|therefore|hence|led|explains?|explained|result(?:s|ed)?|reasons?',
  unsure: 'may|might|could|perhaps|maybe|probably|likely|unknown|unclear|noise|luck|chance|estimated?|expected?|about',
  always: 'always|every|all|certainly|surely|guarantee[sd]?|will|must',
  many: 'half|halves|twice|double[sd]?|triple[sd]?|third|quarter|dozens?|hundreds?|thousands?|millions?|one|two|three|four|five|six|seven|eight|nine|ten|both|first|second|last|next',
};
const CARRIER = new RegExp(
  `${PLACE.source}|${Object.entries(CARRIERS)
    .map(([name, words]) => `\\b(?<${name}>${words})\\b`)
    .join('|')}`,
  'giu',
);

/**
 * Whether another wording of a text says the same as far as a machine can tell: every figure and quotation stands where
 * it stood, what is measured, its direction, what is denied, blamed or doubted comes in the same order, and nothing of
 * its own was added that could be a number, a quotation, a link or markup.
 */
export function isFaithful(ours: string, theirs: string): boolean {
  const words = theirs.replaceAll(PLACE, '');
  if (DIGIT.test(words) || MARKUP.test(words) || QUOTATION.test(words)) return false;
  if (theirs.trim() === '' || theirs.length > ours.length + LONGER_BY) return false;
  if (boldOf(ours) !== boldOf(theirs)) return false;
  return carried(ours) === carried(theirs);
}

/** What a text carries, in order. */
function carried(text: string): string {
  return [...text.matchAll(CARRIER)]
    .map(({ 0: found, groups = {} }) => Object.keys(groups).find((name) => groups[name] !== undefined) ?? found)
    .join(' ');
}

function boldOf(text: string): string {
  return (text.match(BOLD) ?? []).join(' ');
}
