import { randomBytes } from 'node:crypto';
import { type Queryable, statement } from './database.ts';

const SECRET_BYTES = 32;

const offerStatement = statement<[name: string, value: Buffer], object>(
  'insert into service_secret (name, value) values ($1, $2) on conflict (name) do nothing',
);
const readStatement = statement<[name: string], { value: Buffer }>('select value from service_secret where name = $1');

/** The secret of that name, the same for every process on the database; the first to ask makes it up. */
export async function sharedSecret(db: Queryable, name: string): Promise<Buffer> {
  await db.execute(offerStatement, name, randomBytes(SECRET_BYTES));
  const kept = await db.row(readStatement, name);
  if (kept === undefined) throw new Error(`The shared secret ${name} was removed while it was read.`);
  return kept.value;
}
