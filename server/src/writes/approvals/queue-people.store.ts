import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

/** A key as people know it. */
export interface KnownKey {
  id: string;
  name: string;
  prefix: string;
  last_four: string;
}

const names = statement<[ids: number[]], { id: number; name: string }>(
  'select id, name from person where id = any($1)',
);
const keys = statement<[organizationId: number, ids: string[]], KnownKey>(
  'select id, name, prefix, last_four from api_key where organization_id = $1 and id = any($2)',
);

/** Those who asked and decided, by id: what people are called, and what keys are. */
export async function peopleAndKeys(
  { db, organizationId }: Tenancy,
  { people, keyIds }: { people: number[]; keyIds: string[] },
): Promise<{ names: Map<number, string>; keys: Map<string, KnownKey> }> {
  const [named, known] = await Promise.all([db.rows(names, people), db.rows(keys, organizationId, keyIds)]);
  return {
    names: new Map(named.map(({ id, name }) => [id, name])),
    keys: new Map(known.map((key) => [key.id, key])),
  };
}
