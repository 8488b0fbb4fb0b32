import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { loadModule } from 'libpg-query';
import { freshDatabase } from '../harness/database.ts';
import { wholeSuite } from '../harness/service.ts';
import { RULES } from './all-rules.ts';
import { openChecker } from './prepare.ts';
import { subjectOf, touchesTenants } from './rule.ts';
import { SCHEMA_RULES } from './schema-rules.ts';
import { parse } from './tree.ts';
import { testSources, writtenInTests } from './written.ts';

/** Where a test puts a statement together from whole queries. */
const PUT_TOGETHER = ['server/test/ad-accounts/sync/fingerprint.ts', 'server/test/ad-accounts/sync/sync.test.ts'];

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

  test('make no triggers: what is to wait or to fail does so outside of the tables', () => {
    const makers = testSources().filter(({ source }) => /\bcreate\s[^;'"]*\btrigger\s/i.test(source));
    assert.deepEqual(
      makers.map(({ file }) => file),
      [],
    );
  });

  test('change rows only by what is the same everywhere', async (t) => {
    const { url } = await freshDatabase(suite);
    const checker = await openChecker(url);
    t.after(() => checker.close());
    const wrong: string[] = [];
    for (const { name, text } of written.filter(({ text }) => /^\s*(with|insert|update|delete)\b/.test(text))) {
      // What a test makes for itself, tables among it, cannot be prepared here.
      const found = await checker.unsteady(text).catch(() => []);
      wrong.push(...found.map((what) => `${name}: ${what}`));
    }
    assert.deepEqual(wrong, []);
  });
});

function isReadable(sql: string): boolean {
  try {
    return parse(sql).length > 0;
  } catch {
    return false;
  }
}
