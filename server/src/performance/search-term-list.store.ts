import { statement, type Transaction } from '../core/database.ts';
import { copyIn, copyOut, int8At, integerLayout } from './copy.ts';
import type { TermSums } from './top-terms.ts';

/** The longest window that search terms are asked for, in days. */
export const LONGEST_WINDOW = 90;
/** Stands for all campaigns where a list would name one. */
export const ALL_CAMPAIGNS = 0;
/** How many entries of a list lie in one row: few rows to write, and a row that is still stored in line. */
export const CHUNK_LENGTH = 50;

const removeAllLists = statement<[organizationId: number], never>(
  'delete from search_term_list where organization_id = $1',
);
const removeAllChunks = statement<[organizationId: number], never>(
  'delete from search_term_chunk where organization_id = $1',
);

/** Drops every list of the organization, the ones made on demand too. */
export async function removeLists(transaction: Transaction, organizationId: number): Promise<void> {
  await transaction.execute(removeAllLists, organizationId);
  await transaction.execute(removeAllChunks, organizationId);
}

const highestTermId = statement<[organizationId: number], { id: number | null }>(
  'select max(id) as id from search_term where organization_id = $1',
);

/** The highest id that a search term of the organization has; 0 when there is none. */
export async function lastTermId(transaction: Transaction, organizationId: number): Promise<number> {
  return (await transaction.row(highestTermId, organizationId))?.id ?? 0;
}

const campaignLayout = integerLayout([4, 8]);

/** The campaign of each search term, by the term's id. */
export async function campaignsOfTerms(
  transaction: Transaction,
  organizationId: number,
  lastId: number,
): Promise<Float64Array> {
  const campaigns = new Float64Array(lastId + 1);
  const [idAt = 0, campaignAt = 0] = campaignLayout.offsets;
  const sql = `copy (select id, campaign_id from search_term where organization_id = ${integer(organizationId)})
    to stdout (format binary)`;
  await copyOut(transaction, sql, campaignLayout.rowLength, (bytes, at) => {
    campaigns[bytes.readInt32BE(at + idAt)] = int8At(bytes, at + campaignAt);
  });
  return campaigns;
}

const dayLayout = integerLayout([4, 4, 8, 8]);

/** Adds one day's figures to the sums. */
export async function readTermDay(
  transaction: Transaction,
  organizationId: number,
  day: string,
  { costs, clicks, conversions, seen }: TermSums,
): Promise<void> {
  const [idAt = 0, clicksAt = 0, costAt = 0, conversionsAt = 0] = dayLayout.offsets;
  const sql = `copy (select term_id, clicks, cost_micros, conversions_micros from search_term_day
    where organization_id = ${integer(organizationId)} and day = '${day}') to stdout (format binary)`;
  await copyOut(transaction, sql, dayLayout.rowLength, (bytes, at) => {
    const id = bytes.readInt32BE(at + idAt);
    costs[id] = (costs[id] ?? 0) + int8At(bytes, at + costAt);
    clicks[id] = (clicks[id] ?? 0) + bytes.readInt32BE(at + clicksAt);
    conversions[id] = (conversions[id] ?? 0) + int8At(bytes, at + conversionsAt);
    seen[id] = 1;
  });
}

/** COPY takes no parameters: what stands in its text must be a number. */
function integer(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TypeError('not an integer');
  return value;
}

/** The beginning of a list as it was ranked. */
export interface RankedList {
  campaignId: number;
  days: number;
  total: number;
  ids: readonly number[];
}

const copyLists = 'copy search_term_list (organization_id, campaign_id, days, total, depth) from stdin';
const copyChunks = `copy search_term_chunk (organization_id, campaign_id, days, last_cost, last_term_id,
  first_position, term_ids, costs, clicks, conversions) from stdin`;
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
