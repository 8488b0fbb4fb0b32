import type { PathStep } from '../google-error.ts';
import type { Json, JsonObject } from '../json.ts';
import { at } from '../json.ts';
import { fail, failRequired } from './operation-failure.ts';

/** Requires text of at most `limit` characters as ads count them, and free of prohibited content. */
export function checkAdText(value: Json | undefined, limit: number, path: readonly PathStep[]): void {
  if (typeof value !== 'string' || value.trim() === '') failRequired(path);
  if (adLength(value) > limit) fail({ stringLengthError: 'TOO_LONG' }, 'Too long.', path, { trigger: value });
  checkPolicy(value, path);
}

/** Refuses text that Google's advertising policies prohibit. */
export function checkPolicy(text: string, path: readonly PathStep[]): void {
  const found = PROHIBITED.find(({ pattern }) => pattern.test(text));
  if (!found) return;
  fail({ policyFindingError: 'POLICY_FINDING' }, POLICY_MESSAGE, path, {
    trigger: text,
    details: { policyFindingDetails: { policyTopicEntries: [{ topic: found.topic, type: 'PROHIBITED' }] } },
  });
}

/** Requires at least one final URL, each with a protocol and a host that can exist. */
export function checkFinalUrls(value: Json | undefined, path: readonly PathStep[]): void {
  if (!Array.isArray(value) || value.length === 0) failRequired([...path, 'final_urls']);
  value.forEach((url, index) => {
    checkUrl(url, [...path, ['final_urls', index]]);
  });
}

function checkUrl(url: Json, path: readonly PathStep[]): void {
  const text = String(url);
  if (!/^https?:\/\//i.test(text)) {
    fail({ urlFieldError: 'MISSING_PROTOCOL_IN_FINAL_URL' }, 'The final url is missing protocol.', path, {
      trigger: text,
    });
  }
  if (!URL.canParse(text) || !new URL(text).hostname.includes('.')) {
    fail({ urlFieldError: 'INVALID_FINAL_URL' }, 'The final url is invalid.', path, { trigger: text });
  }
}

/** Requires a budget amount: a positive multiple of the currency's smallest billable unit. */
export function checkBudgetAmount(value: Json | undefined, currency: string, path: readonly PathStep[]): void {
  const micros = wholeMicros(value, path);
  if (micros < 0) {
    fail({ campaignBudgetError: 'NEGATIVE_MONEY_AMOUNT' }, 'A money amount cannot be negative.', path);
  }
  if (micros % billableUnit(currency) !== 0) {
    const message = 'A money amount was not a multiple of a minimum unit.';
    fail({ campaignBudgetError: 'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT' }, message, path, { trigger: String(value) });
  }
  if (micros === 0) {
    const message = 'A money amount was less than the minimum CPC for currency.';
    fail({ campaignBudgetError: 'MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC' }, message, path);
  }
}

/** Requires a bid or target: positive, and no finer than the currency. */
export function checkBid(value: Json | undefined, currency: string, path: readonly PathStep[]): void {
  const micros = wholeMicros(value, path);
  if (micros <= 0) fail({ biddingError: 'BID_TOO_SMALL' }, 'Bid is too small.', path, { trigger: String(value) });
  if (micros % billableUnit(currency) !== 0) {
    const message = 'Bid amount has too many fractional digits.';
    fail({ biddingError: 'BID_TOO_MANY_FRACTIONAL_DIGITS' }, message, path, { trigger: String(value) });
  }
}

/** Requires a keyword's text and match type to be what Google accepts. */
export function checkKeyword(keyword: Json | undefined, path: readonly PathStep[]): void {
  const text = at(keyword, 'text');
  const textPath = [...path, 'keyword', 'text'];
  if (typeof text !== 'string' || text.trim() === '') {
    fail({ criterionError: 'INVALID_KEYWORD_TEXT' }, 'Keyword text is invalid.', textPath);
  }
  const trigger = { trigger: text };
  if (text.length > KEYWORD_CHARACTERS) {
    const message = 'Keyword text should be less than 80 chars.';
    fail({ criterionError: 'KEYWORD_TEXT_TOO_LONG' }, message, textPath, trigger);
  }
  if (text.trim().split(/\s+/).length > KEYWORD_WORDS) {
    const message = 'Keyword text has too many words.';
    fail({ criterionError: 'KEYWORD_HAS_TOO_MANY_WORDS' }, message, textPath, trigger);
  }
  if (KEYWORD_PROHIBITED.test(text)) {
    const message = 'Keyword text has invalid characters or symbols.';
    fail({ criterionError: 'KEYWORD_HAS_INVALID_CHARS' }, message, textPath, trigger);
  }
  const matchType = at(keyword, 'matchType');
  if (matchType === undefined) failRequired([...path, 'keyword', 'match_type']);
  checkEnum(matchType, ['EXACT', 'PHRASE', 'BROAD'], [...path, 'keyword', 'match_type']);
}

/** Requires one of an enum's names; `undefined` is left to the caller's default. */
export function checkEnum(value: Json | undefined, names: readonly string[], path: readonly PathStep[]): void {
  if (value === undefined || (typeof value === 'string' && names.includes(value))) return;
  const message = 'The enum value is not permitted.';
  fail({ enumError: 'ENUM_VALUE_NOT_PERMITTED' }, message, path, { trigger: String(value) });
}

/** Writes int64 fields as the strings in which Google returns them. */
export function int64AsText(resource: JsonObject, fields: readonly string[]): void {
  for (const field of fields) {
    if (typeof resource[field] === 'number') resource[field] = String(resource[field]);
  }
}

/** The length Google counts: keyword insertion by its default text, double-width characters twice. */
function adLength(text: string): number {
  const plain = text.replace(/\{keyword:([^}]*)\}/gi, '$1');
  return [...plain].reduce((sum, letter) => sum + (DOUBLE_WIDTH.test(letter) ? 2 : 1), 0);
}

function wholeMicros(value: Json | undefined, path: readonly PathStep[]): number {
  if (value === undefined) failRequired(path);
  if (!/^-?\d{1,18}$/.test(String(value))) fail({ fieldError: 'INVALID_VALUE' }, 'The value is invalid.', path);
  return Number(value);
}

function billableUnit(currency: string): number {
  return CURRENCIES_WITHOUT_CENTS.includes(currency) ? 1_000_000 : 10_000;
}

const KEYWORD_CHARACTERS = 80;
const KEYWORD_WORDS = 10;
const KEYWORD_PROHIBITED = /[,!@%^()={};~`<>?\\|]/;
const CURRENCIES_WITHOUT_CENTS = ['JPY', 'KRW', 'CLP'];
const DOUBLE_WIDTH = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/;
const POLICY_MESSAGE =
  'The resource has been disapproved since the policy summary includes policy topics of type PROHIBITED.';
const PROHIBITED = [
  { pattern: /\bviagra\b/i, topic: 'PHARMACEUTICALS' },
  { pattern: /!{2,}|\?{3,}/, topic: 'PUNCTUATION_AND_SYMBOLS' },
  { pattern: /\bcounterfeit\b/i, topic: 'COUNTERFEIT_GOODS' },
];
