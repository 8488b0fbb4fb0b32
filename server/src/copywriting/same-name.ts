import { foldedWords } from '../detection/words.ts';

const FILLERS = /^(&|and|und|y|e|et|by|the)$/;
const LEGAL_FORM =
  /^(llc|inc|incorporated|ltd|limited|corp|corporation|co|company|llp|pllc|plc|pty|gmbh|mbh|ag|kg|ug|ohg|gbr|sa|sl|slu|sarl|sas|srl|bv|nv|ltda)$/;
const LEGAL_FORM_IN_JAPANESE = /株式会社|有限会社|合同会社/g;
const DOT_OF_AN_ABBREVIATION = /(?<=(?<!\p{L})\p{L})\.(?=\p{L}(?!\p{L}))/gu;
/** No title is longer, and no name. */
const LONGEST = 200;
/** Fewer letters stand in any host. */
const SHORTEST = 4;
/** What builders of sites and pages are called before anybody names them. */
const DEFAULT =
  /^(my|your|new|our|the)?\s*(home|home\s?page|start|start\s?seite|inicio|in[ií]cio|accueil|ホーム|web\s?site|web\s?seite|site|blog|app|company|business|untitled|site name|title|wordpress|index|main|welcome)\s*\d*$/i;

/** The words that tell one name from another: “Honest Pipes, L.L.C.” is “Honest Pipes”, “Smith and Sons” is “Smith & Sons”. */
function wordsOfName(name: string): string[] {
  const plain = name.slice(0, LONGEST).replaceAll(LEGAL_FORM_IN_JAPANESE, ' ').replaceAll(DOT_OF_AN_ABBREVIATION, '');
  const words = foldedWords(plain).filter((word) => !FILLERS.test(word));
  const last = words.findLastIndex((word) => !LEGAL_FORM.test(word));
  return last < 0 ? words : words.slice(0, last + 1);
}

/** Whether two names are one, however they are spaced and ordered: “HonestPipes”, “Plumbing by Smith & Sons”. */
export function isSameName(one: string, other: string): boolean {
  const [words, others] = [wordsOfName(one), wordsOfName(other)];
  if (words.length === 0) return false;
  return words.join('') === others.join('') || words.toSorted().join(' ') === others.toSorted().join(' ');
}

/** Whether a text holds a name whole. */
export function isNamedIn(name: string, text: string): boolean {
  const words = wordsOfName(name);
  return (
    words.length > 0 && (` ${wordsOfName(text).join(' ')} `.includes(` ${words.join(' ')} `) || isSameName(name, text))
  );
}

/** Whether two names may be of one business: “Honest Pipes” has a branch called “Honest Pipes Austin”. */
export function areAlike(one: string, other: string): boolean {
  return isNamedIn(one, other) || isNamedIn(other, one);
}

/** Whether a name is what a site is called that nobody has named. */
export function isDefaultName(name: string): boolean {
  return DEFAULT.test(name.trim());
}

/** Whether a host is made of a name: smith-plumbing.example of “Smith & Sons Plumbing”. */
export function isHostOf(name: string, host: string): boolean {
  const words = wordsOfName(name);
  const whole = words.join('');
  const labels = host.split('.').slice(0, -1);
  return labels.some((label) => {
    const plain = label.replaceAll('-', '');
    const left = words.toSorted((a, b) => b.length - a.length).reduce((rest, word) => rest.replace(word, ''), plain);
    // Names are compared without the endings of plurals.
    const isMadeOfIt = /^s*$/.test(left) || (whole.length >= SHORTEST && plain.includes(whole));
    return plain.length >= SHORTEST && isMadeOfIt;
  });
}
