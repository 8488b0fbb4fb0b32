import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { loadModule } from 'libpg-query';
import { freshDatabase } from './harness/database.ts';
import { wholeSuite } from './harness/service.ts';
import { RULES } from './statements/all-rules.ts';
import { type Declared, declaredInStores, undeclared } from './statements/declared.ts';
import { openChecker } from './statements/prepare.ts';
import { type Rule, subjectOf, touchesTenants } from './statements/rule.ts';
import { SCHEMA_RULES } from './statements/schema-rules.ts';
import { parse, type SqlNode } from './statements/tree.ts';
import { CHANGES } from './statements/volatility.ts';
import { writtenInTests } from './statements/written.ts';

const SRC = join(import.meta.dirname, '../src');
const MIGRATIONS = join(import.meta.dirname, '../migrations');
const LAST_BEFORE_RULES = '0015';

/** What looks through all organizations, by design: each goes on with one organization at a time. */
const OVER_ALL_ORGANIZATIONS: Readonly<Record<string, string>> = {
  'ad-accounts/ad-account.store.ts afterLinked': 'finds whose figures are due, a page at a time',
  'ad-accounts/ad-account.store.ts afterWaiting': 'finds the accounts that a working login may reach again',
  'ad-accounts/ad-connection.store.ts anywhere': 'the platform knows one grant of a login for all organizations',
  'ad-accounts/connect/login-use.store.ts uses': 'shows a person every organization that uses a login of theirs',
  'writes/actions/platform-write.store.ts forgetOldPlatformWrites': 'forgets by age alone',
  'writes/actions/stranded-action.store.ts strandedActions': 'finds what a crash has left behind, wherever it is',
  'writes/approvals/queued-write.store.ts organizationsWithOverdue': 'finds where something has expired',
  'writes/idempotency/idempotency.store.ts forgetOldKeys': 'forgets by age alone',
};

/** Who hands text to the server other than through a statement: what declares them, COPY, migrations and the very first connection. */
const RUN_TEXT = [
  'adapters/embedded-postgres/database.store.ts',
  'base/database.ts',
  'base/migrate.store.ts',
  'figures/copy.ts',
];

/** Where a test puts a statement together from whole queries. */
const PUT_TOGETHER = ['server/test/ad-accounts/sync/fingerprint.ts', 'server/test/ad-accounts/sync/sync.test.ts'];

describe('statements', () => {
  const suite = wholeSuite();
  let statements: Declared[];
  let url: string;

  before(async () => {
    await loadModule();
    statements = await declaredInStores();
    ({ url } = await freshDatabase(suite));
  });

  test('are all declared while their stores are loaded, so that the rules see each of them', () => {
    assert.ok(statements.length > 200);
    assert.deepEqual(undeclared(statements), []);
    const files = globSync('**/*.ts', { cwd: SRC }).filter((file) => !RUN_TEXT.includes(file));
    assert.deepEqual(
      files.filter((file) => /\b(client|pool)\w*\s*\.query\(/.test(readFileSync(join(SRC, file), 'utf8'))),
      [],
      'run SQL that is no statement',
    );
  });

  for (const [name, rule] of Object.entries(RULES)) {
    test(`${rule.says} (${name})`, () => {
      assertRuleWorks(rule);
      const exceptions = rule === RULES.boundToOrganization ? OVER_ALL_ORGANIZATIONS : {};
      const wrong = statements.flatMap(({ name, text, mayBeNull }) => {
        const subject = subjectOf(text, mayBeNull);
        const broken = touchesTenants(subject) && !exceptions[shortName(name)] ? rule.broken(subject) : [];
        return broken.length > 0 ? [`${name}: ${broken.join('; ')}`] : [];
      });
      assert.deepEqual(wrong, []);
    });
  }

  test('that look through all organizations are those named here, and no others', () => {
    const found = statements.filter(
      ({ text }) => touchesTenants(subjectOf(text)) && RULES.boundToOrganization.broken(subjectOf(text)).length > 0,
    );
    assert.deepEqual(found.map(({ name }) => shortName(name)).sort(), Object.keys(OVER_ALL_ORGANIZATIONS).sort());
  });

  test('can all be prepared on the migrated database, and change rows only by what is the same everywhere', async (t) => {
    const checker = await openChecker(url);
    t.after(() => checker.close());
    for (const sql of CHANGES.refused) assert.notDeepEqual(await checker.problems(sql), [], sql);
    for (const sql of CHANGES.allowed) assert.deepEqual(await checker.problems(sql), [], sql);
    assert.deepEqual(await checker.failures(statements), []);
  });
});

describe('statements of tests and of the bench', () => {
  const suite = wholeSuite();
  let written: { name: string; text: string }[];

  before(async () => {
    await loadModule();
    const isPutTogether = (name: string) => PUT_TOGETHER.some((file) => name.startsWith(file));
    written = writtenInTests().flatMap(({ name, text }) => {
      if (text !== undefined && isReadable(text)) return [{ name, text }];
      return isPutTogether(name) ? [] : assert.fail(`${name} is not one literal: no rule can read it`);
    });
  });

  test('keep to the rules too, though they may look at all organizations', () => {
    assert.ok(written.length > 100);
    const { boundToOrganization: _, ...rules } = RULES;
    const wrong = written.flatMap(({ name, text }) => {
      const subject = subjectOf(text, () => false);
      const broken = touchesTenants(subject)
        ? Object.values(rules).filter((rule) => rule.broken(subject).length > 0)
        : [];
      const schema = SCHEMA_RULES.filter((rule) => subject.commands.flatMap(rule.broken).length > 0);
      return [...broken, ...schema].map(({ says }) => `${name}: ${says}`);
    });
    assert.deepEqual(wrong, []);
  });

  test('change rows only by what is the same everywhere', async (t) => {
    const { url } = await freshDatabase(suite);
    const checker = await openChecker(url);
    t.after(() => checker.close());
    const writes = written.filter(({ text }) => /^\s*(with|insert|update|delete)\b/.test(text));
    const wrong = (await checker.failures(writes)).filter(({ why }) => why.startsWith('a '));
    assert.deepEqual(wrong, []);
  });
});

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
  return files.flatMap((file) =>
    parse(readFileSync(join(MIGRATIONS, file), 'utf8'))
      .flatMap(broken)
      .map((what) => `${file}: ${what}`),
  );
}

function assertRuleWorks({ refused, allowed, broken }: Rule): void {
  for (const sql of refused) assert.notDeepEqual(broken(subjectOf(sql)), [], `should be refused: ${sql}`);
  for (const sql of allowed) assert.deepEqual(broken(subjectOf(sql)), [], `should pass: ${sql}`);
}

function isReadable(sql: string): boolean {
  try {
    return parse(sql).length > 0;
  } catch {
    return false;
  }
}

/** Without the line, which moves. */
function shortName(name: string): string {
  return name.replace(/:\d+/, '');
}
