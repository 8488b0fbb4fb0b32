import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { loadModule } from 'libpg-query';
import { RULES } from './all-rules.ts';
import { touchesTenants } from './rule.ts';
import { SCHEMA_RULES } from './schema-rules.ts';
import { parse, type SqlNode } from './tree.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const LAST_BEFORE_RULES = '0015';
/** A table that the same migration has made is not distributed yet. PostgreSQL 15 takes no storage where it is made. */
const NOT_YET_DISTRIBUTED: readonly string[] = ['0045_packed_figures.sql: rows'];

describe('migrations that came after the tables could be distributed', () => {
  before(() => loadModule());

  for (const { says, broken, refused, allowed } of SCHEMA_RULES) {
    test(says, () => {
      for (const sql of refused) assert.notDeepEqual(parse(sql).flatMap(broken), [], `should be refused: ${sql}`);
      for (const sql of allowed) assert.deepEqual(parse(sql).flatMap(broken), [], `should pass: ${sql}`);
      assert.deepEqual(inNewMigrations(broken), []);
    });
  }

  test('change rows as statements do, though of all organizations', () => {
    const { oneCommand: _, boundToOrganization: __, ...rules } = RULES;
    for (const rule of Object.values(rules)) {
      const wrong = inNewMigrations((command) => {
        const subject = { commands: [command], mayBeNull: () => true };
        return touchesTenants(subject) ? rule.broken(subject) : [];
      });
      assert.deepEqual(wrong, [], rule.says);
    }
  });
});

/** What a rule finds in the migrations after the last one that was written without these rules. */
function inNewMigrations(broken: (command: SqlNode) => string[]): string[] {
  const files = globSync('*.sql', { cwd: MIGRATIONS }).filter((file) => file.slice(0, 4) > LAST_BEFORE_RULES);
  const found = files.flatMap((file) =>
    parse(readFileSync(join(MIGRATIONS, file), 'utf8'))
      .flatMap(broken)
      .map((what) => `${file}: ${what}`),
  );
  return found.filter((what) => !NOT_YET_DISTRIBUTED.includes(what));
}
