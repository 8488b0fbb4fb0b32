import { statement, type Transaction } from '../base/database.ts';
import { copyIn } from '../figures/copy.ts';
import type { TermSums } from './top-terms.ts';

/** The longest window that search terms are asked for, in days. */
export const LONGEST_WINDOW = 90;
/** Stands for all campaigns where a list would name one. */
export const ALL_CAMPAIGNS = 0;
/** How many entries of a list lie in one row: few rows to write, and a row that is still stored in line. */
export const CHUNK_LENGTH = 50;

/** The beginning of a list as it was ranked. */
export interface RankedList {
  campaignId: number;
  days: number;
  total: number;
  ids: readonly number[];
}

const copyLists = statement<[], never>(
  'copy search_term_list (organization_id, campaign_id, days, total, depth) from stdin',
);
const copyChunks = statement<[], never>(`
  copy search_term_chunk (organization_id, campaign_id, days, last_cost, last_term_id, first_position, term_ids, costs,
    clicks, conversions) from stdin`);
const FLUSH_AT = 4_000_000;

/** Writes lists many at a time. */
export class ListWriter {
  #transaction: Transaction;
  #organizationId: number;
  #sums: TermSums;
  #lists = '';
  #chunks: string[] = [];
  #size = 0;

  constructor(transaction: Transaction, organizationId: number, sums: TermSums) {
    this.#transaction = transaction;
    this.#organizationId = organizationId;
    this.#sums = sums;
  }

  async write({ campaignId, days, total, ids }: RankedList): Promise<void> {
    const key = `${this.#organizationId}\t${campaignId}\t${days}`;
    this.#lists += `${key}\t${total}\t${ids.length}\n`;
    for (let start = 0; start < ids.length; start += CHUNK_LENGTH) {
      const chunk = this.#chunk(ids.slice(start, start + CHUNK_LENGTH), start + 1);
      this.#chunks.push(`${key}\t${chunk}\n`);
      this.#size += chunk.length;
    }
    if (this.#size >= FLUSH_AT) await this.flush();
  }

  async flush(): Promise<void> {
    await copyIn(this.#transaction, copyLists, [this.#lists]);
    await copyIn(this.#transaction, copyChunks, this.#chunks);
    this.#lists = '';
    this.#chunks = [];
    this.#size = 0;
  }

  #chunk(ids: readonly number[], firstPosition: number): string {
    const { costs, clicks, conversions } = this.#sums;
    const last = ids.at(-1) ?? 0;
    const columns = [costs, clicks, conversions].map((sums) => `{${ids.map((id) => sums[id]).join()}}`);
    return `${costs[last]}\t${last}\t${firstPosition}\t{${ids.join()}}\t${columns.join('\t')}`;
  }
}
