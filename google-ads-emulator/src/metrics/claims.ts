import type { JsonObject } from '../json.ts';
import { at, textAt } from '../json.ts';
import type { Market } from '../market/market.ts';
import { hash, mix } from '../market/random.ts';
import type { Term } from '../market/term.ts';
import type { Account } from '../store/account.ts';
import type { Stream } from './leaf.ts';

/** A stream's claim to its term. */
export interface StreamClaim {
  stream: Stream;
  weight: number;
  isOwn: boolean;
}

/** Which keywords of an account, past and present, may show for which terms, and which negatives stand against them. */
export class Claims {
  readonly #account: Account;
  readonly #market: Market;
  readonly #streams = new Map<string, Map<Term, Stream>>();
  #byTerm = new Map<Term, StreamClaim[]>();
  #byKeyword = new Map<string, StreamClaim[]>();
  #negatives = new Map<string, string[]>();
  #termsKnown = 0;

  constructor(account: Account, market: Market) {
    this.#account = account;
    this.#market = market;
  }

  /** Takes in keywords and negatives that have come since. */
  refresh(): void {
    this.#negatives = negativesByScope(this.#account);
    const keywords = [...this.#account.all('adGroupCriteria')].filter(({ negative }) => negative !== true);
    for (const keyword of keywords) {
      const [first] = this.#account.history(textAt(keyword, 'resourceName'));
      this.#market.meet(textAt(keyword, 'keyword', 'text'), textAt(keyword, 'keyword', 'matchType'), first?.at ?? 0);
    }
    if (this.#market.terms.length !== this.#termsKnown) this.#forgetClaims();
    for (const keyword of keywords) this.#claim(keyword);
  }

  /** The terms that somebody claims. */
  get terms(): Iterable<Term> {
    return this.#byTerm.keys();
  }

  ofTerm(term: Term): readonly StreamClaim[] {
    return this.#byTerm.get(term) ?? [];
  }

  ofKeyword(name: string): readonly StreamClaim[] {
    return this.#byKeyword.get(name) ?? [];
  }

  /** The negative keywords of a campaign, or of an ad group. */
  negativesOf(scope: string): readonly string[] {
    return this.#negatives.get(scope) ?? [];
  }

  /** New terms may be claimed by old keywords too. */
  #forgetClaims(): void {
    this.#byTerm = new Map();
    this.#byKeyword = new Map();
    this.#termsKnown = this.#market.terms.length;
  }

  #claim(keyword: JsonObject): void {
    const name = textAt(keyword, 'resourceName');
    if (this.#byKeyword.has(name)) return;
    const found = this.#market.claimsOf(textAt(keyword, 'keyword', 'text'), textAt(keyword, 'keyword', 'matchType'));
    const claims = found.map(({ term, weight, isOwn }) => ({ stream: this.#stream(keyword, term), weight, isOwn }));
    this.#byKeyword.set(name, claims);
    for (const claim of claims) {
      const rivals = this.#byTerm.get(claim.stream.term);
      if (rivals) rivals.push(claim);
      else this.#byTerm.set(claim.stream.term, [claim]);
    }
  }

  #stream(keyword: JsonObject, term: Term): Stream {
    const name = textAt(keyword, 'resourceName');
    const known = this.#streams.get(name) ?? new Map<Term, Stream>();
    this.#streams.set(name, known);
    const text = textAt(keyword, 'keyword', 'text').toLowerCase();
    const matchType = textAt(keyword, 'keyword', 'matchType');
    const adGroup = textAt(keyword, 'adGroup');
    const stream = known.get(term) ?? {
      keyword: name,
      adGroup,
      campaign: textAt(this.#account.get(adGroup), 'campaign'),
      matchType,
      isOwnText: term.text === text,
      term,
      seed: mix(term.seed, hash(`${adGroup}|${text}|${matchType}`)),
    };
    known.set(term, stream);
    return stream;
  }
}

function negativesByScope(account: Account): Map<string, string[]> {
  const scopes = new Map<string, string[]>();
  const list = (criterion: JsonObject, scope: 'campaign' | 'adGroup') => {
    if (criterion.negative !== true || at(criterion, 'keyword') === undefined) return;
    const names = scopes.get(textAt(criterion, scope)) ?? [];
    names.push(textAt(criterion, 'resourceName'));
    scopes.set(textAt(criterion, scope), names);
  };
  for (const criterion of account.all('campaignCriteria')) list(criterion, 'campaign');
  for (const criterion of account.all('adGroupCriteria')) list(criterion, 'adGroup');
  return scopes;
}
