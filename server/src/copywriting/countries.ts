import { foldedWords } from '../detection/words.ts';
import { SPOKEN } from './languages/lexicons.ts';
import { LONGER_CODES } from './usual-countries.ts';

/** A country as a business states it. */
export interface StatedCountry {
  /** In English where it is understood, else as it is written. */
  name: string;
  /** Null where nothing tells which country is meant. */
  code: string | null;
}

const ENGLISH_NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Named like countries, but none that an ad platform would know: unions, oceans, parts of other countries. */
const NO_COUNTRIES = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ'.split(' '));
const CODES = new Set(LETTERS.flatMap((first) => LETTERS.map((second) => `${first}${second}`)).filter(isCountry));

const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  US: ['USA', 'United States of America', 'Vereinigte Staaten von Amerika', 'Estados Unidos de América'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'Großbritannien', 'Gran Bretaña'],
  AE: ['UAE'],
  CH: ['Svizzera'],
  CZ: ['Czech Republic'],
  DE: ['Bundesrepublik Deutschland'],
  IE: ['Republic of Ireland'],
  NL: ['The Netherlands', 'Holland'],
  TR: ['Turkey'],
};
/** A state and a town that are better known than the countries which are called so, too. */
const OF_OTHERS_TOO = ['Georgia', 'Géorgie', 'ジョージア', 'Granada'].map(keyOf);
const SHORT_IN_LATIN = /^[a-z]{1,3}$/;
const LONGEST_NAME = 60;

let known: Map<string, string> | undefined;

/** A country by its code or its name in a language that is known here or its own; null where nothing is stated. */
export function countryStated(text: string): StatedCountry | null {
  if (text === '') return null;
  const code = codeOf(text) ?? codeOfParts(text);
  return { name: (code && ENGLISH_NAMES.of(code)) || text, code: code ?? null };
}

/** Whether a text is the name of a country and nothing else; a code may stand for anything in a text. */
export function isCountryName(text: string): boolean {
  return text.length <= LONGEST_NAME && names().has(keyOf(text));
}

function codeOf(text: string): string | undefined {
  const key = keyOf(text);
  const code = key.toUpperCase();
  return CODES.has(code) ? code : (LONGER_CODES.get(code) ?? names().get(key));
}

/** What is said twice, such as “United States (US)”, where both are the same country. */
function codeOfParts(text: string): string | undefined {
  const parts = text.split(/[(),/]|\s[-–]\s/).filter((part) => keyOf(part) !== '');
  const codes = new Set(parts.map(codeOf));
  return codes.size === 1 ? [...codes][0] : undefined;
}

/** Made when first asked for: there are a thousand names. */
function names(): Map<string, string> {
  known ??= new Map(
    [...CODES]
      .flatMap((code) => namesOf(code).map((name) => [keyOf(name), code] as const))
      .filter(([key]) => !OF_OTHERS_TOO.includes(key)),
  );
  return known;
}

function namesOf(code: string): string[] {
  const own = new Intl.Locale(`und-${code}`).maximize().language;
  const languages = new Set([...SPOKEN.map(({ language }) => language), own]);
  const shown = [...languages].flatMap((language) => listsIn(language).map((list) => list.of(code) ?? ''));
  const told = shown.filter((name) => name !== '' && !SHORT_IN_LATIN.test(keyOf(name)));
  return [...told, ...(ALSO_CALLED[code] ?? [])];
}

const lists = new Map<string, Intl.DisplayNames[]>();

function listsIn(language: string): Intl.DisplayNames[] {
  const made =
    lists.get(language) ??
    (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' }),
    );
  lists.set(language, made);
  return made;
}

/** Retired codes stand for another one by now, and may mean a language. */
function isCountry(code: string): boolean {
  const isInUse = new Intl.Locale(`und-${code}`).region === code;
  return isInUse && !NO_COUNTRIES.has(code) && ENGLISH_NAMES.of(code) !== undefined;
}

function keyOf(text: string): string {
  return foldedWords(text).join('');
}
