import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { loadModule } from 'libpg-query';
import { freshDatabase } from '../harness/database.ts';
import { wholeSuite } from '../harness/service.ts';
import { RULES } from './all-rules.ts';
import { type Declared, declaredInStores, undeclared } from './declared.ts';
import { openChecker } from './prepare.ts';
import { type Rule, subjectOf, touchesTenants } from './rule.ts';
import { CHANGES } from './volatility.ts';

const SRC = join(import.meta.dirname, '../../src');

/** What looks through all organizations, by design: each goes on with one organization at a time. */
const OVER_ALL_ORGANIZATIONS: Readonly<Record<string, string>> = {
  'ad-accounts/ad-account.store.ts afterLinked': 'finds whose figures are due, a page at a time',
  'ad-accounts/ad-account.store.ts afterWaiting': 'finds the accounts that a working login may reach again',
  'ad-accounts/ad-connection.store.ts anywhere': 'the platform knows one grant of a login for all organizations',
  'ad-accounts/connect/login-use.store.ts uses': 'shows a person every organization that uses a login of theirs',
  'audit/begun-request.store.ts organizationsWithUnanswered': 'finds where a request has no event yet',
  'writes/actions/action-progress.store.ts actionsUnderWay': 'finds what was under way when a backup was taken',
  'writes/actions/platform-write.store.ts forgetOldPlatformWrites': 'forgets by age alone',
  'writes/actions/stranded-action.store.ts strandedActions': 'finds what a crash has left behind, wherever it is',
  'writes/approvals/queued-write.store.ts organizationsWithNeverMade': 'finds where something is to be let go',
  'writes/approvals/queued-write.store.ts organizationsWithOverdue': 'finds where something has expired',
  'writes/idempotency/idempotency.store.ts forgetOldKeys': 'forgets by age alone',
};

/** Who hands text to the server other than through a statement: what declares them, COPY, migrations and the very first connection. */
const RUN_TEXT = [
  'adapters/embedded-postgres/database.store.ts',
  'base/database.ts',
  'base/lane.ts',
  'base/listen.ts',
  'base/migrate.store.ts',
  'figures/copy.ts',
];

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
    for (const sql of CHANGES.refused)
      assert.notDeepEqual(await checker.unsteady(sql), [], `should be refused: ${sql}`);
    for (const sql of CHANGES.allowed) assert.deepEqual(await checker.unsteady(sql), [], `should pass: ${sql}`);
    assert.deepEqual(await checker.failures(statements), []);
  });
});

function assertRuleWorks({ refused, allowed, broken }: Rule): void {
  for (const sql of refused) assert.notDeepEqual(broken(subjectOf(sql)), [], `should be refused: ${sql}`);
  for (const sql of allowed) assert.deepEqual(broken(subjectOf(sql)), [], `should pass: ${sql}`);
}

/** Without the line, which moves. */
function shortName(name: string): string {
  return name.replace(/:\d+/, '');
}
