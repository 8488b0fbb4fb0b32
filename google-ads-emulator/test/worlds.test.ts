import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { isObject, type Json, listAt, numberAt, parseJson, textAt, toJson } from '../src/json.ts';
import { readWorld, readWorldFile } from '../src/worlds/read-world.ts';
import { signIn, TestEmulator } from './client.ts';
import { SHOP, smallWorld } from './small-world.ts';

const directory = mkdtempSync(join(tmpdir(), 'emulator-'));
after(() => rmSync(directory, { recursive: true }));

const MAIN = new URL('../main.ts', import.meta.url).pathname;
const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** What is wrong, and where it is said to be. */
const WRONG: [path: string[], value: Json, message: RegExp][] = [
  [['seed'], 'seven', /^ {2}seed: .*number/m],
  [['colour'], 'red', /^ {2}the whole: .*"colour"/m],
  [['logins', '0', 'email'], 'nobody', /^ {2}logins\[0\]\.email: /m],
  [['logins', '0', 'customers', '0'], '3000000009', /^ {2}logins\[0\]\.customers\[0\]: names no account: 3000000009/m],
  [['accounts', '0', 'id'], '12', /^ {2}accounts\[0\]\.id: must be ten digits/m],
  [['accounts', '0', 'time_zone'], 'Berlin', /^ {2}accounts\[0\]\.time_zone: must be a time zone/m],
  [['accounts', '0', 'parent'], SHOP, /^ {2}accounts\[0\]\.parent: names no manager account/m],
  [['accounts', '0', 'campaigns', '0', 'daily_budget'], 0, /campaigns\[0\]\.daily_budget: .*>0/],
  [['accounts', '0', 'campaigns', '0', 'daily_bugdet'], 5, /accounts\[0\]\.campaigns\[0\]: .*"daily_bugdet"/],
  [['accounts', '0', 'campaigns', '0', 'paused_days_ago'], 70, /paused_days_ago: must be less than started_days_ago/],
  [
    ['accounts', '0', 'campaigns', '0', 'ad_groups', '0', 'keywords', '0', 'match_type'],
    'LOOSE',
    /keywords\[0\]\.match_type: .*"EXACT"/,
  ],
  [
    ['accounts', '0', 'campaigns', '0', 'ad_groups', '0', 'keywords', '0', 'nature'],
    'nice',
    /keywords\[0\]\.nature: .*"core"/,
  ],
  [['accounts', '0', 'market', 'base', 'cvr'], 1.5, /market\.base\.cvr: .*<=1/],
  [
    ['accounts', '0', 'market', 'terms', '1', 'text'],
    'red shoes',
    /market\.terms\[1\]\.text: is described twice: red shoes/,
  ],
  [
    ['accounts', '0', 'market', 'words', 'places'],
    { forms: ['near me'], share: 1 },
    /words\.places\.forms\[0\]: must hold one \*/,
  ],
  [
    ['accounts', '0', 'campaigns', '0', 'demand', 'words'],
    ['places'],
    /campaigns\[0\]\.demand\.words\[0\]: names no list of words/,
  ],
];

test('what is wrong with a world is named by its place', () => {
  for (const [path, value, message] of WRONG) {
    assert.throws(() => readWorld(changed(path, value)), { message }, path.join('.'));
  }
});

test('a campaign that Google would refuse is named', async () => {
  const path = ['accounts', '0', 'campaigns', '0', 'ad_groups', '0', 'headlines', '0'];
  const description = readWorld(changed(path, 'x'.repeat(31)));
  await assert.rejects(
    TestEmulator.start({ description }),
    /The campaign Shoes of account 3000000001 .*Too long.*headlines/,
  );
});

test('a file that is no JSON, and one that is no world, end the emulator with a sentence', async () => {
  for (const [text, message] of [
    ['{', /cannot be read as JSON/],
    ['{"seed": 1}', /is not a world that can be used:\n {2}logins: /],
  ] as const) {
    const file = join(directory, 'broken.json');
    writeFileSync(file, text);
    const child = spawn(process.execPath, [
      MAIN,
      '--port',
      '0',
      '--data-dir',
      join(directory, 'none'),
      '--world',
      file,
    ]);
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
    });
    const [code] = await once(child, 'close');
    assert.equal(code, 1);
    assert.match(said, message);
    assert.doesNotMatch(said, / at .*\.ts/);
  }
});

test('the world of the README runs, and lives on without its file', async () => {
  const json = /```json\n(\{\n {2}"seed"[\s\S]+?)\n```/.exec(README)?.[1];
  assert.ok(json, 'the README has a world');
  const file = join(directory, 'world.json');
  writeFileSync(file, json);
  const dataDir = join(directory, 'example');
  const [login] = readWorldFile(file).logins;
  const [customer = ''] = login?.customers ?? [];
  const spent = async (args: string[]) => {
    const child = spawn(process.execPath, [MAIN, '--port', '0', '--data-dir', dataDir, '--with-parent', ...args]);
    const url = await readyUrl(child.stdout);
    const { accessToken } = await signIn(url, login?.email ?? '');
    const query = 'SELECT campaign.name, metrics.cost_micros, metrics.conversions FROM campaign';
    const body = JSON.stringify({ query: `${query} WHERE segments.date DURING LAST_30_DAYS` });
    const headers = { authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${url}/v25/customers/${customer}/googleAds:search`, {
      method: 'POST',
      headers,
      body,
    });
    const rows = listAt(parseJson(await response.text()), 'results');
    const told = await fetch(`${url}/_emulator/ground-truth?customer_id=${customer}`);
    const truth = parseJson(await told.text());
    child.stdin.end();
    await once(child, 'close');
    return { rows, truth };
  };
  const first = await spent(['--world', file]);
  assert.ok(first.rows.length > 0);
  for (const row of first.rows) assert.ok(numberAt(row, 'metrics', 'costMicros') > 0, textAt(row, 'campaign', 'name'));
  assert.ok(numberAt(first.truth, 'account', 'waste_cost_share') > 0.05);
  assert.deepEqual((await spent([])).rows, first.rows);
});

test('a data directory keeps its world, and takes no other', async () => {
  const dataDir = join(directory, 'kept');
  const first = await TestEmulator.start({ dataDir, description: smallWorld() }, 'shop@demo.test');
  await first.close();
  await (await TestEmulator.start({ dataDir, description: smallWorld() }, 'shop@demo.test')).close();
  const other = smallWorld({ daily_budget: 5 });
  await assert.rejects(TestEmulator.start({ dataDir, description: other }), /holds another world/);
});

/** The small world with one value in it replaced. */
function changed(path: readonly string[], value: Json, node: Json = toJson(smallWorld())): Json {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(node))
    return node.map((item, index) => (String(index) === key ? changed(rest, value, item) : item));
  const fields = isObject(node) ? node : {};
  return { ...fields, [key]: changed(rest, value, fields[key] ?? {}) };
}

async function readyUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const url = /^emulator ready (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('it did not start');
}
