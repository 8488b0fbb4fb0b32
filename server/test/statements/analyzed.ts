import type pg from 'pg';
import type { SqlNode, SqlValue } from './tree.ts';

/** Makes a connection tell how the server understands what is prepared on it. */
export async function tellAnalysis(client: pg.Client): Promise<void> {
  await client.query('set client_min_messages = log');
  await client.query('set debug_pretty_print = off');
  await client.query('set debug_print_parse = on');
}

/** Prepares a statement as the program would and returns the server's own tree of it, with every name resolved. */
export async function analyze(client: pg.Client, sql: string): Promise<SqlNode> {
  const trees: string[] = [];
  const note = ({ message, detail }: { message?: string | undefined; detail?: string | undefined }) => {
    if (message?.startsWith('parse tree') && detail !== undefined) trees.push(detail);
  };
  client.on('notice', note);
  try {
    await client.query(`prepare checked as ${sql}`);
  } finally {
    client.off('notice', note);
  }
  const tree = trees.map(readTree).find(({ fields }) => fields.commandType !== UTILITY);
  await client.query('deallocate checked');
  if (!tree) throw new Error('the server told nothing of the statement');
  return tree;
}

const UTILITY = '6';
const TOKEN = /[{}()]|"(?:\\.|[^"\\])*"|(?:\\.|[^\s{}()"\\])+/gs;

/** Reads the text in which the server writes its trees: `{KIND :field value ...}`, lists in parentheses. */
function readTree(source: string): SqlNode {
  const tokens = source.match(TOKEN) ?? [];
  let at = 0;
  const value = (): SqlValue => {
    const token = tokens[at++] ?? '';
    if (token === '{') return node();
    if (token !== '(') return token;
    const list: SqlValue[] = [];
    while (at < tokens.length && tokens[at] !== ')') list.push(value());
    at += 1;
    return list;
  };
  const node = (): SqlNode => {
    const kind = tokens[at++] ?? '';
    const fields: Record<string, SqlValue> = {};
    while (at < tokens.length && tokens[at] !== '}') {
      const field = (tokens[at++] ?? '').slice(1);
      const values: SqlValue[] = [];
      while (at < tokens.length && tokens[at] !== '}' && !tokens[at]?.startsWith(':')) values.push(value());
      fields[field] = values.length === 1 ? (values[0] ?? null) : values;
    }
    at += 1;
    return { kind, fields };
  };
  at = 1;
  return node();
}
