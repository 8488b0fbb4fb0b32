import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { columns } from '../../src/base/database.ts';

interface BoatRow {
  id: number;
  owner: string;
  sold_at?: string | null;
}

suite('The columns of a row', () => {
  test('are selected by name, or by an expression that takes the name', () => {
    assert.equal(
      columns<BoatRow>({ id: 'id', owner: 'p.name', sold_at: 'sold_at::text' }),
      'id, p.name as "owner", sold_at::text as "sold_at"',
    );
  });

  test('are named one and all, and no others: the type check holds that', () => {
    // @ts-expect-error sold_at is forgotten
    columns<BoatRow>({ id: 'id', owner: 'owner' });
    // @ts-expect-error a boat has no colour
    columns<BoatRow>({ id: 'id', owner: 'owner', sold_at: 'sold_at', colour: 'colour' });
  });
});
