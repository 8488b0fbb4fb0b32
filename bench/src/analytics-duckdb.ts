import { DuckDBInstance } from '@duckdb/node-api';

/** The same rows in DuckDB, in memory, on both cores. */
export interface DuckDb {
  /** Milliseconds that a query takes, the median of several runs. */
  time(sql: string): Promise<number>;
  close(): void;
}

const RUNS = 5;

/** Loads search-term rows from a file and campaign rows by the formula they were made with. */
export async function openDuckDb(file: string, campaigns: number, campaignDays: number, latestDay: string) {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(`create table search_term_day as select * from read_csv('${file}', delim = '\t', header = false,
    columns = { organization_id: 'INTEGER', day: 'DATE', campaign_id: 'BIGINT', ad_id: 'BIGINT', term_id: 'INTEGER',
      impressions: 'INTEGER', clicks: 'INTEGER', cost_micros: 'BIGINT', conversions_micros: 'BIGINT',
      value_micros: 'BIGINT' })`);
  await connection.run(`create table campaign_day as select c as campaign_id, date '${latestDay}' - d::integer as day,
    100 + (c * 7 + d) % 900 as impressions, (c + d * 3) % 50 as clicks, (c * 131 + d * 17) % 9000000 as cost_micros,
    (c + d) % 3 * 1000000 as conversions_micros, (c + d) % 3 * 20000000 as value_micros
    from range(1, ${campaigns + 1}) t (c), range(0, ${campaignDays}) u (d)`);
  const duckDb: DuckDb = {
    async time(sql) {
      const times: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const began = performance.now();
        await (await connection.runAndReadAll(sql)).getRows();
        times.push(performance.now() - began);
      }
      return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
    },
    close: () => connection.closeSync(),
  };
  return duckDb;
}
