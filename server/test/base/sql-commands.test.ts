import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { loadModule, parseSync } from 'libpg-query';
import { commandsOf } from '../../src/base/sql-commands.ts';

/** Texts in which a semicolon ends nothing. */
const QUOTED = [
  `select 'a;b'`,
  `select 'it''s; one'`,
  String.raw`select 'c:\'`,
  String.raw`select e'\'; still', E'\\'`,
  `select 1 as "a;b""c;"`,
  `select $$;$$`,
  `select $body$ $$ ; $other$ ; $body$`,
  'select a$b$ from (select 1 as a$b$) x',
  `select 1 where 'x' like'x'`,
  'prepare p as select $1::int + $2::int',
  '/* ; /* ; */ ; */ select 1 /* ; */',
  "-- it's one; really\nselect 1 -- ; end",
  'select 3/2 - -1',
  'create function f() returns int language sql as $$ select 1; select 2 $$',
  'select 1 as Größe',
  `do $ü$ begin perform ';'; end $ü$`,
];

describe('the commands of an SQL text', () => {
  before(() => loadModule());

  test('are those that PostgreSQL itself finds, in every migration', () => {
    for (const file of globSync('../../migrations/*.sql', { cwd: import.meta.dirname })) {
      assertAgrees(readFileSync(new URL(file, import.meta.url), 'utf8'), file);
    }
  });

  test('are those that PostgreSQL itself finds, however strings, bodies and comments stand beside each other', () => {
    const between = fc.constantFrom(';', ' ; ', ';\n', ';;', '; -- ;\n', '; /* ; */');
    const pieces = fc.array(fc.tuple(fc.constantFrom(...QUOTED), between), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(pieces, fc.boolean(), (list, ended) => {
        const sql = list.map(([text, separator]) => `${text}\n${separator}`).join('');
        assertAgrees(ended ? sql : sql.slice(0, sql.lastIndexOf('\n')));
      }),
    );
  });

  test('are none where there are only spaces and comments', () => {
    assert.deepEqual(commandsOf(' ;; -- a; b\n ; /* c; */ ;'), []);
    assert.deepEqual(commandsOf(''), []);
  });

  test('are refused where something is left open, by its line', () => {
    for (const open of [`'a`, `"a`, '$$ a', '$x$ a $$', '/* a /* */', `e'a\\'`]) {
      assert.throws(() => commandsOf(`select 1;\nselect ${open};`), /begins in line 2 is not closed/, open);
    }
  });
});

function assertAgrees(sql: string, name = sql): void {
  const commands = commandsOf(sql);
  const found = parseSync(sql).stmts ?? [];
  assert.deepEqual(
    commands.map((command) => treeOf(command)),
    found.map(({ stmt }) => withoutPlaces(stmt)),
    name,
  );
}

function treeOf(command: string): unknown {
  const [only, ...others] = parseSync(command).stmts ?? [];
  assert.equal(others.length, 0, command);
  return withoutPlaces(only?.stmt);
}

const PLACES = ['location', 'rexpr_list_start', 'rexpr_list_end'];

function withoutPlaces(tree: unknown): unknown {
  return JSON.parse(JSON.stringify(tree, (key, value) => (PLACES.includes(key) ? undefined : value)));
}
