import type { Tenancy } from '../../base/context.ts';
import { statement } from '../../base/database.ts';

/** A key as people know it. */
export interface KnownKey {
  id: string;
  name: string;
  prefix: string;
  last_four: string;
}

/** A person by the name that they chose, and by the address that nobody else has. */
export interface KnownPerson {
  id: number;
  name: string;
  email: string;
}

const known = statement<[ids: number[]], KnownPerson>('select id, name, email from person where id = any($1)');
const keys = statement<[organizationId: number, ids: string[]], KnownKey>(
  'select id, name, prefix, last_four from api_key where organization_id = $1 and id = any($2)',
);

/** Those who asked and decided, by id: who people are, and what keys are called. */
export async function peopleAndKeys(
  { db, organizationId }: Tenancy,
  { people, keyIds }: { people: number[]; keyIds: string[] },
): Promise<{ people: Map<number, KnownPerson>; keys: Map<string, KnownKey> }> {
  const [persons, named] = await Promise.all([db.rows(known, people), db.rows(keys, organizationId, keyIds)]);
  return {
    people: new Map(persons.map((person) => [person.id, person])),
    keys: new Map(named.map((key) => [key.id, key])),
  };
}
