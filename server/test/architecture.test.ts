import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { TABLES } from '../src/base/tables.ts';

const SERVER = resolve(import.meta.dirname, '..');
const SRC = join(SERVER, 'src');
const LONGEST_FILE = 300;

/** Google's query language reads like SQL. */
const QUERIES_OF_GOOGLE = 'adapters/google-ads/';

/** The one file that names every domain. */
const CATALOGUE = join(SERVER, 'catalogue.ts');

/**
 * The rooms of the house from the ground up: a file imports from its own room and from those above it in this list,
 * types too. Adapters stand beside the house and see its ground alone.
 */
const ROOMS = [
  'ports',
  'base',
  'events',
  'tasks',
  'mail',
  'identity',
  'identity/keys',
  'identity/invitations',
  'identity/members',
  'identity/second-factor',
  'identity/sign-in',
  'identity/account',
  'identity/oauth',
  'audit',
  'writes',
  'organizations',
  'ad-accounts',
  'ad-accounts/connect',
  'campaigns',
  'campaigns/exclude',
  'campaigns/edit',
  'campaigns/launch',
  'campaigns/drafts',
  'campaigns/merge',
  'keywords',
  'figures',
  'documents',
  'performance',
  'search-terms',
  'recommendations',
  'detection',
  'exclusions',
  'campaigns/state',
  'recommendations/apply',
  'engine',
  'copywriting',
  'websites',
  'campaigns/create',
  'ads',
  'reports',
  'strategies',
  'overview',
  'ad-accounts/sync',
  'operator',
  'gate',
  'surfaces/wire',
  'surfaces/health',
  'surfaces/openapi',
  'surfaces/dashboard',
  'surfaces/rest',
  'surfaces/mcp',
  'surfaces/oauth',
  'surfaces',
];
const SEEN_BY_ADAPTERS = ['adapters', 'base', 'ports'];

const files = globSync('**/*.ts', { cwd: SRC })
  .filter((file) => !file.endsWith('.gen.ts'))
  .sort();
const sources = new Map(files.map((file) => [file, readFileSync(join(SRC, file), 'utf8')]));
const imports = new Map([...sources].map(([file, source]) => [file, importsOf(join(SRC, file), source)]));

describe('who imports whom', () => {
  test('every file stands in a room', () => {
    assert.deepEqual(
      files.filter((file) => !file.startsWith('adapters/') && !ROOMS.includes(roomOf(file))),
      [],
    );
  });

  test('arrows go down only: a file imports from its own room and from those below it, types too', () => {
    report(({ from, to }) => {
      if (from.startsWith('adapters/') || to.startsWith('adapters/') || to.startsWith('..')) return undefined;
      return ROOMS.indexOf(roomOf(to)) > ROOMS.indexOf(roomOf(from))
        ? `${roomOf(to)} stands above ${roomOf(from)}`
        : undefined;
    });
  });

  test('no file imports itself by a circle, not even for types', () => {
    assert.deepEqual(circles(imports), []);
  });

  test('adapters see ports and base alone, and only the entry points import adapters', () => {
    report(({ from, to }) => {
      if (from.startsWith('adapters/')) return SEEN_BY_ADAPTERS.includes(topOf(to)) ? undefined : 'beside the house';
      return to.startsWith('adapters/') ? 'only main.ts imports adapters' : undefined;
    });
  });

  test('nothing in src imports the entry points, the catalogue or tests', () => {
    report(({ to }) => (to.startsWith('..') ? 'outside of src' : undefined));
  });

  test('an operation is named by the catalogue and imported by no other folder', () => {
    const catalogue = importsOf(CATALOGUE, readFileSync(CATALOGUE, 'utf8'));
    const operations = catalogue.filter((file) => definesOperation(sources.get(file) ?? ''));
    assert.ok(operations.length > 30, 'operations are recognised');
    const unnamed = files.filter((file) => definesOperation(sources.get(file) ?? '') && !operations.includes(file));
    assert.deepEqual(
      unnamed.filter((file) => topOf(file) !== 'surfaces'),
      [],
      'every operation of a domain is in the catalogue',
    );
    report(({ from, to }) =>
      operations.includes(to) && dirname(from) !== dirname(to) ? 'it is an operation' : undefined,
    );
  });
});

describe('SQL', () => {
  test('lives only in stores', () => {
    const sql =
      /[`'"]\s*(with\s+\w+\s+as\s*\(|select\s[^'"`]*\sfrom\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|(create|alter|drop)\s+(table|index|function|database)\s|truncate\s+\w)/i;
    const elsewhere = [...sources].filter(
      ([file]) => !file.endsWith('.store.ts') && !file.startsWith(QUERIES_OF_GOOGLE),
    );
    assert.deepEqual(
      namesOf(elsewhere.filter(([, source]) => sql.test(source) || /\bstatement\s*</.test(withoutOwn(source)))),
      [],
    );
  });

  test('each table has one folder that writes it', () => {
    const tables = new Set<string>(Object.values(TABLES).flat());
    const writers = new Map<string, Set<string>>();
    for (const [file, source] of sources) {
      for (const [, table = ''] of source.matchAll(/\b(?:insert\s+into|update|delete\s+from|copy)\s+([a-z_]+)/g)) {
        if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(topOf(file)));
      }
    }
    assert.ok(writers.size > tables.size / 2, 'writes are recognised');
    assert.deepEqual(
      [...writers].filter(([, folders]) => folders.size > 1).map(([table, folders]) => [table, [...folders]]),
      [],
    );
  });
});

describe('how files read', () => {
  test('no file has a name that names nothing', () => {
    const empty = ['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'service', 'services', 'misc', 'shared'];
    assert.deepEqual(
      files.filter((file) => file.split(/[-./]/).some((word) => empty.includes(word))),
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

  test('no cast outside of base: what comes in is parsed', () => {
    const outside = [...sources].filter(([file]) => topOf(file) !== 'base');
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
  const specifiers = source.matchAll(
    /(?:^|\n)(?:import|export)\b[^;]*?from\s+'(\.[^']+)'|\bimport\(\s*'(\.[^']+)'|\bdeclare module '(\.[^']+)'/g,
  );
  return [...specifiers].map(([, fixed, dynamic, extended]) =>
    relative(SRC, resolve(dirname(file), fixed ?? dynamic ?? extended ?? '.')),
  );
}

/** The innermost room that holds a file. */
function roomOf(file: string): string {
  const folder = dirname(file);
  const holding = ROOMS.filter((room) => folder === room || folder.startsWith(`${room}/`));
  return holding.sort((a, b) => b.length - a.length)[0] ?? folder;
}

function topOf(file: string): string {
  return file.split('/', 1)[0] ?? '';
}

function definesOperation(source: string): boolean {
  return /\b(read|directWrite|start|guardedWrite)\(\{\n\s*name: '/.test(source);
}

/** Files that import each other in a loop, each loop once: what no order can be found for. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].join(' → '));
    if (at >= 0 || done.has(file)) return;
    for (const to of graph.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
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
