import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { z } from 'zod';
import { Refusal } from '../../src/base/errors.ts';
import { cursorAfter, pageOf, positionOf } from '../../src/base/pages.ts';
import { someSecrets } from '../harness/secrets.ts';

const scope = { signingSecrets: someSecrets(), organizationId: 1 };
const query = { list: 'numbers', even: true };
const position = z.object({ at: z.int() });

suite('A page', () => {
  const at = (number: number) => ({ at: number });

  test('holds what was asked for; one row more tells that another follows, after its last row', () => {
    assert.deepEqual(pageOf([1, 2, 3], 2, at), { rows: [1, 2], next: { at: 2 } });
    assert.deepEqual(pageOf([1, 2], 2, at), { rows: [1, 2], next: undefined });
    assert.deepEqual(pageOf([], 2, at), { rows: [], next: undefined });
  });

  test('may know in another way that one follows', () => {
    assert.deepEqual(pageOf([1, 2], 2, at, { more: true }), { rows: [1, 2], next: { at: 2 } });
  });
});

suite('A cursor', () => {
  const refusedCursor = (read: () => unknown) =>
    assert.throws(read, (error) => error instanceof Refusal && error.code === 'validation_error');

  test('leads back to its position in the same list', () => {
    const cursor = cursorAfter(scope, query, { at: 2 });
    assert.ok(cursor);
    assert.deepEqual(positionOf(scope, query, cursor, position), { at: 2 });
  });

  test('is null at the end, and without one a list begins at its beginning', () => {
    assert.equal(cursorAfter(scope, query, undefined), null);
    assert.equal(positionOf(scope, query, undefined, position), undefined);
  });

  test('of another list, organization or deployment is refused, and so is one that was changed', () => {
    const cursor = cursorAfter(scope, query, { at: 2 }) ?? '';
    refusedCursor(() => positionOf(scope, { ...query, even: false }, cursor, position));
    refusedCursor(() => positionOf({ ...scope, organizationId: 2 }, query, cursor, position));
    refusedCursor(() => positionOf({ ...scope, signingSecrets: someSecrets() }, query, cursor, position));
    for (const changed of ['', 'x', `${cursor}A`, cursor.slice(1), cursor.toUpperCase()]) {
      refusedCursor(() => positionOf(scope, query, changed, position));
    }
  });

  test('that was made when positions looked otherwise is refused, not an error of ours', () => {
    const cursor = cursorAfter(scope, query, { since: '2026-01-01' }) ?? '';
    refusedCursor(() => positionOf(scope, query, cursor, position));
  });
});
