import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { dashboardOperations, operations } from '../catalogue.ts';
import type { Operation } from '../src/base/operation.ts';
import { stepKindsOf } from '../src/writes/guarded-write.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
const everyOperation = [...operations, ...dashboardOperations];

/** What the page says of which operations, as a rule over the list. */
const WHICH: Readonly<Record<string, (operation: Operation) => boolean>> = {
  all: () => true,
  'those that keys and apps can call': ({ audience }) => audience === 'everyone',
  'those with a body or a new parameter': ({ rest }) => rest.method !== 'GET' && rest.method !== 'DELETE',
  'those with a tool': ({ tool }) => tool !== null,
  'guarded writes': (operation) => stepKindsOf(operation).length > 0,
  'those that the dashboard calls': () => false,
};

describe('the page that tells how to add an operation', () => {
  test('names only files that exist', () => {
    const named = [...PAGE.matchAll(/`((?:server|dashboard)\/[\w./-]+\.ts)`/g)].map(([, path = '']) => path);
    assert.ok(named.length > 6);
    assert.deepEqual(
      named.filter((path) => !existsSync(join(ROOT, path))),
      [],
    );
  });

  test('says which operations each place is for', () => {
    assert.deepEqual(
      places()
        .map(({ which }) => which)
        .filter((which) => !(which in WHICH)),
      [],
    );
    assert.deepEqual(
      new Set(places().map(({ which }) => which)),
      new Set(Object.keys(WHICH)),
      'and every rule here stands on the page',
    );
  });

  test('is followed by every operation there is', () => {
    const missing = places().flatMap(({ path, which }) => {
      if (path.includes('<')) return [];
      const text = readFileSync(join(ROOT, path), 'utf8');
      return everyOperation
        .filter((operation) => WHICH[which]?.(operation))
        .filter(({ name, tool }) => !mentions(text, which === 'those with a tool' ? (tool ?? name) : name))
        .map(({ name }) => `${path} does not know ${name}`);
    });
    assert.deepEqual(missing, []);
  });

  test('names the makers of operations as they are called', () => {
    const makers = /`read\(\)`, `guardedWrite\(\)`, `start\(\)` or `directWrite\(\)`/;
    assert.match(PAGE, makers);
  });
});

interface Place {
  path: string;
  which: string;
}

/** The rows of the table. */
function places(): Place[] {
  return [...PAGE.matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(([, path = '', which = '']) => ({
    path,
    which: which.trim(),
  }));
}

/** By the name on the wire, or as its constant is called. */
function mentions(text: string, name: string): boolean {
  const constant = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return new RegExp(`\\b(${name}|${constant}(Operation)?)\\b`).test(text);
}
