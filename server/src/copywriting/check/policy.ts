import { hasUnseen } from '../../base/unseen.ts';
import { adLength } from '../../campaigns/ad-limits.ts';
import { hasSigns } from '../footnotes.ts';
import { LIMITS } from '../limits.ts';
import { hostsIn } from './host-names.ts';

/** Where a text stands in a campaign. */
export type TextKind = 'headline' | 'description' | 'path' | 'sitelinkText' | 'sitelinkLine' | 'callout';

/** What the rules need to know beside the text. */
export interface PolicyContext {
  brand: string;
  competitors: readonly string[];
}

type Rule = readonly [name: string, isBroken: (text: string, kind: TextKind, context: PolicyContext) => boolean];

/** Digits that nobody dials: spans of years, dates, hours, round numbers, and those with a currency. */
const NOT_DIALLED =
  /(?<!\d)(?:(?:19|20)\d\d\s?[-–/]\s?(?:19|20)\d\d|\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[.:]\d\d\s?[-–]\s?\d{1,2}[.:]\d\d|[1-9]\d{0,2}(?:[.,'’]\d{3})+(?:[.,]\d\d)?(?=\s?\p{Sc})|[1-9]\d{0,2}(?:[ .]\d{3})?[ .]000)(?!\d|[ .-]\d)|\p{Sc}\s?\d+(?:[.,'’]\d+)*/gu;
const PHONE =
  /\d(?:[\s()./\p{Pd}−ー]{0,3}\d){6,}|(?:\+|\b00)\d[\d\s()./-]{6,}|\b(?:\(?\d{3,5}\)?[\s./-]){1,3}\d{3,4}\b/u;
const ADDRESS = /https?:|www\.|\S@\S/i;
const PICTURE = /(?=\P{ASCII})\p{Extended_Pictographic}|[\u2600-\u27bf\u2b50-\u2bff]/u;
const CUT_END =
  /(?:^|\s)(?:a|an|the|and|or|of|for|with|to|at|by|from|our|your|und|oder|der|die|das|dem|den|mit|für|von|zum|zur|el|los|las|con|para|por|del|et|ou|les|avec|pour|des|du|aux|&)$|[,;:–—(-]$/i;
const CLICK_HERE =
  /\bclick (here|now|below)\b|hier klicken|klick(en)? sie hier|haz clic|haga clic|pulse aquí|cliquez ici|ここをクリック|こちらをクリック/i;

/** What the ad platform refuses, and what nobody would launch; read from top to bottom. */
const RULES: readonly Rule[] = [
  ['empty', (text) => text.trim() === ''],
  ['too long', (text, kind) => adLength(text) > LIMITS[kind]],
  ['white space', (text) => text !== text.trim() || /\s{2}|[\n\t]/.test(text)],
  ['unseen characters', (text) => hasUnseen(text)],
  ['markup', (text) => /[<>{}|\\^~`]|&[a-z]+;|&#\d+;/i.test(text)],
  ['exclamation', (text, kind) => (text.match(/[!！]/g)?.length ?? 0) > (kind === 'description' ? 1 : 0)],
  ['repeated punctuation', (text) => /([!?.,;:'"-])\1/.test(text) || /[!?]{2}/.test(text)],
  ['phone number', (text) => PHONE.test(text.normalize('NFKC').replaceAll(NOT_DIALLED, ' '))],
  ['address', (text, _kind, { brand }) => ADDRESS.test(text) || namesHost(text, brand)],
  ['footnote', (text, _kind, { brand }) => hasSigns(brand === '' ? text : text.replaceAll(brand, ''))],
  ['picture', (text) => PICTURE.test(text)],
  ['capitals', (text, _kind, { brand }) => shouts(text, brand)],
  ['spaced letters', (text) => /(?:^|\s)\p{L}(?:[\s.]\p{L}){2,}(?:\s|$)/u.test(text)],
  ['click here', (text) => CLICK_HERE.test(text)],
  ['competitor', (text, _kind, { competitors }) => competitors.some((name) => names(text, name))],
  [
    'cut off',
    (text, kind) =>
      CUT_END.test(text) || /(\.\.\.|…)$/.test(text) || (kind === 'description' && !/[.!?。！？]$/.test(text)),
  ],
  ['unclosed', (text) => count(text, /[(（]/g) !== count(text, /[)）]/g) || count(text, /["“”„«»]/g) % 2 !== 0],
  ['begins small', (text, kind) => kind !== 'path' && /^\p{Ll}/u.test(text) && !/^\p{Ll}\p{Lu}/u.test(text)],
];

/** The names of the rules that a text breaks. */
export function brokenRules(text: string, kind: TextKind, context: PolicyContext): string[] {
  return RULES.filter(([, isBroken]) => isBroken(text, kind, context)).map(([name]) => name);
}

/** Words in capitals beyond abbreviations, unless the business writes its own name so. */
function shouts(text: string, brand: string): boolean {
  const words = text.match(/\p{Lu}{5,}/gu) ?? [];
  return words.some((word) => !brand.includes(word));
}

/** A host that is not the business's own name: an ad that names one leads to somebody else. */
function namesHost(text: string, brand: string): boolean {
  const own = hostsIn(brand);
  return hostsIn(text).some((host) => !own.includes(host));
}

function names(text: string, competitor: string): boolean {
  return competitor !== '' && ` ${text.toLowerCase()} `.includes(competitor.toLowerCase());
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
