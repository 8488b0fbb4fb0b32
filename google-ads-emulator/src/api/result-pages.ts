import { randomBytes } from 'node:crypto';
import { invalid } from '../google-error.ts';
import type { SearchResult } from '../search/search.ts';

/** Rows on a page; Google fixes it. */
export const PAGE_ROWS = 10_000;

interface OpenResult {
  customer: string;
  query: string;
  result: SearchResult;
  offset: number;
}

/** Results that still have pages, by token; only the latest few are kept. */
export class ResultPages {
  readonly #open = new Map<string, OpenResult>();

  /** A token for the rows from `offset`, or none when there are no more. */
  next(open: OpenResult): string | undefined {
    if (open.offset >= open.result.count) return undefined;
    const token = randomBytes(18).toString('base64url');
    this.#open.set(token, open);
    const [oldest] = this.#open.keys();
    if (this.#open.size > KEPT && oldest !== undefined) this.#open.delete(oldest);
    return token;
  }

  /** The result that a token continues; it must come back with the same query. */
  continue(token: string, customer: string, query: string): OpenResult {
    const open = this.#open.get(token);
    if (!open) return invalid({ requestError: 'EXPIRED_PAGE_TOKEN' }, 'Page token has expired.');
    if (open.customer !== customer || open.query !== query) {
      invalid({ requestError: 'INVALID_PAGE_TOKEN' }, 'Page token is invalid.');
    }
    return open;
  }
}

const KEPT = 64;
