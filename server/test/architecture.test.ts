import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const SERVER = resolve(import.meta.dirname, '..');
const SRC = join(SERVER, 'src');
const LONGEST_FILE = 300;

/** Google's query language reads like SQL. */
const QUERIES_OF_GOOGLE = 'adapters/google-ads/';

/** The lists that surfaces and workers loop over: only they name operations, tasks and steps one by one. */
const LISTS = ['core/operations.ts', 'core/steps.ts', 'tasks/all-tasks.ts'];

/** The gate itself: surfaces go through it, nothing below knows it. */
const GATE = ['core/operations.ts', 'core/dispatch.ts', 'core/admission.ts', 'core/answer.ts'];

/** Who may import whom; a folder that is not named is a domain. */
const LAYERS: Record<string, string[]> = {
  ports: [],
  core: ['identity', 'audit', 'tasks', 'writes', 'ports'],
  identity: ['core', 'tasks', 'ports'],
  audit: ['core', 'identity', 'ports'],
  tasks: ['core', 'identity', 'ports'],
  writes: ['core', 'identity', 'audit', 'tasks', 'ports'],
  adapters: ['core', 'ports'],
  surfaces: ['core', 'identity', 'oauth', 'audit', 'ports'],
};
const BELOW_DOMAINS = ['core', 'writes', 'tasks', 'identity', 'audit', 'ports'];

const files = globSync('**/*.ts', { cwd: SRC })
  .filter((file) => !file.endsWith('.gen.ts'))
  .sort();
const sources = new Map(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));
const imports = new Map([...sources].map(([file, source]) => [file, importsOf(join(SRC, file), source)]));

test('layers import downwards: surfaces, core, domains, then writes, tasks and identity, then ports', () => {
  report(({ from, to }) => {
    const [own, other] = [folderOf(from), folderOf(to)];
    if (own === other || other === '..' || LISTS.includes(from)) return undefined;
    const allowed = LAYERS[own] ?? [...BELOW_DOMAINS, ...domains()];
    return allowed.includes(other) ? undefined : `${own} does not import ${other}`;
  });
});

test('core reaches domains only through its lists', () => {
  report(({ from, to }) =>
    folderOf(from) === 'core' && !LISTS.includes(from) && domains().includes(folderOf(to))
      ? 'only its lists do'
      : undefined,
  );
});

test('only surfaces go through the gate', () => {
  report(({ from, to }) =>
    GATE.includes(to) && !GATE.includes(from) && folderOf(from) !== 'surfaces' && !isTypeOnly(from, to)
      ? 'only surfaces do'
      : undefined,
  );
});

test('an operation is named by the list of operations and imported by no other domain', () => {
  const listed = imports.get('core/operations.ts')?.filter((to) => !to.startsWith('core/')) ?? [];
  assert.ok(listed.length > 0);
  report(({ from, to }) =>
    listed.includes(to) && !LISTS.includes(from) && folderOf(from) !== folderOf(to) ? 'it is an operation' : undefined,
  );
});

test('only the entry points import adapters', () => {
  report(({ from, to }) =>
    folderOf(to) === 'adapters' && folderOf(from) !== 'adapters' ? 'only main.ts imports adapters' : undefined,
  );
});

test('nothing in src imports the entry points or tests', () => {
  report(({ to }) => (to.startsWith('..') && !to.includes('google-ads-emulator') ? 'outside of src' : undefined));
});

test('SQL lives only in stores', () => {
  const sql =
    /[`'"]\s*(with\s+\w+\s+as\s*\(|select\s[^'"`]*\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|(create|alter|drop)\s+(table|index|function|database)\s|truncate\s+\w)/i;
  const wrong = [...sources].filter(([file]) => !file.endsWith('.store.ts') && !file.startsWith(QUERIES_OF_GOOGLE));
  assert.deepEqual(
    namesOf(wrong.filter(([, source]) => sql.test(source) || /\bstatement\s*</.test(withoutOwn(source)))),
    [],
  );
});

test('no file has a name that names nothing', () => {
  const empty = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'service', 'services', 'misc', 'shared'];
  assert.deepEqual(
    files.filter((file) =>
      basename(file, '.ts')
        .split(/[-.]/)
        .some((word) => empty.includes(word)),
    ),
    [],
  );
  assert.deepEqual(
    files.filter((file) => file.split('/').some((part) => empty.includes(part))),
    [],
  );
});

test('file names are in kebab-case', () => {
  assert.deepEqual(
    files.filter((file) => !/^([a-z0-9-]+\/)*[a-z0-9-]+(\.[a-z]+)?\.ts$/.test(file)),
    [],
  );
});

test('no type is any', () => {
  assert.deepEqual(
    [...sources].flatMap(([file, source]) => inTypes(file, source, /\bany\b(?!\s*[:?])/g)),
    [],
  );
});

test('no cast outside of core: what comes in is parsed', () => {
  const outside = [...sources].filter(([file]) => folderOf(file) !== 'core');
  assert.deepEqual(
    outside.flatMap(([file, source]) => inTypes(file, source, /\bas\s+(?!const\b)\S+/g)),
    [],
  );
});

test('every file fits its idea', () => {
  const long = [...sources].map(([file, source]) => [file, source.split('\n').length] as const);
  assert.deepEqual(
    long.filter(([, lines]) => lines > LONGEST_FILE),
    [],
  );
});

interface Import {
  from: string;
  to: string;
}

/** Fails with every import for which the rule has something to say. */
function report(rule: (one: Import) => string | undefined): void {
  const broken = [...imports].flatMap(([from, list]) =>
    list.flatMap((to) => {
      const why = rule({ from, to });
      return why ? [`${from} imports ${to}: ${why}`] : [];
    }),
  );
  assert.deepEqual(broken, []);
}

function importsOf(file: string, source: string): string[] {
  const specifiers = source.matchAll(/(?:^|\n)(?:import|export)\b[^;]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/g);
  return [...specifiers].map(([, fixed, dynamic]) => relative(SRC, resolve(dirname(file), fixed ?? dynamic ?? '.')));
}

function folderOf(file: string): string {
  return file.split('/', 1)[0] ?? '';
}

function domains(): string[] {
  return [...new Set(files.map(folderOf))].filter((folder) => !Object.hasOwn(LAYERS, folder));
}

function isTypeOnly(from: string, to: string): boolean {
  const name = basename(to).replaceAll('.', '\\.');
  return new RegExp(`import type [^;]*/${name}'`).test(sources.get(from) ?? '');
}

/** Comments and import lists: neither holds a type expression. */
const NO_EXPRESSION = /\/\*[\s\S]*?\*\/|(?<=\n\s*)\/\/.*|^(import|export)\s+(type\s+)?[*{][^;]*? from '[^']+'/gm;

/** Type syntax is what disappears when types are stripped: the same words in text stay. */
function inTypes(file: string, source: string, pattern: RegExp): string[] {
  const stripped = stripTypeScriptTypes(source, { mode: 'strip' });
  const code = source.replaceAll(NO_EXPRESSION, (text) => ' '.repeat(text.length));
  return [...code.matchAll(pattern)]
    .filter(({ index }) => stripped[index] === ' ' && !lineAt(source, index).includes(' in keyof '))
    .map(({ index }) => `${file}: ${lineAt(source, index).trim()}`);
}

function lineAt(source: string, index: number): string {
  const start = source.lastIndexOf('\n', index) + 1;
  return source.slice(start, source.indexOf('\n', index));
}

/** The declaration of `statement` itself is no statement. */
function withoutOwn(source: string): string {
  return source.replace(/export function statement</, '');
}

function namesOf(entries: [string, string][]): string[] {
  return entries.map(([file]) => file);
}
