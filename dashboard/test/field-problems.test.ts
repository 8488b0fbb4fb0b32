import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { dashboardOperations, operations } from '../../server/catalogue.ts';
import { membersOf } from '../../server/src/base/json.ts';
import { placeWords } from '../src/changes/field-problems.ts';

test('a refused field is told by the words of its form', () => {
  assert.equal(placeWords('sitelinks.0.url'), 'Sitelink 1, address');
  assert.equal(placeWords('headlines.11'), 'Headline 12');
  assert.equal(placeWords('ideal_customer_profiles.2.description'), 'Customer 3, description');
  assert.equal(placeWords('target_cpa'), 'Target CPA');
});

test('no field of any form is told as a raw path', () => {
  const writes = [...operations, ...dashboardOperations].filter(({ kind }) => kind !== 'read');
  const paths = new Set(writes.flatMap(({ input }) => pathsOf(z.toJSONSchema(input, SHOWN))));
  assert.ok(paths.has('sitelinks.0.description1') && paths.has('documents.0.name'));
  const raw = [...paths].map(placeWords).filter((words) => /[._]|\d[a-z]|[a-z]\d/.test(words));
  assert.deepEqual(raw, []);
});

const SHOWN = { io: 'input', unrepresentable: 'any' } as const;

/** Every path that a request could be refused for. */
function pathsOf(schema: unknown): string[] {
  const { properties, items, anyOf } = membersOf(schema);
  const own = Object.entries(membersOf(properties)).flatMap(([name, member]) => [name, ...below(name, member)]);
  return [
    ...own,
    ...(items ? ['0', ...below('0', items)] : []),
    ...(Array.isArray(anyOf) ? anyOf.flatMap(pathsOf) : []),
  ];
}

function below(name: string, member: unknown): string[] {
  return pathsOf(member).map((path) => `${name}.${path}`);
}
