import { randomBytes } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import type { Queryable } from './database.ts';
import { addSecret, forgetSecrets, offerSecret, readSecrets, type SecretRow } from './secrets.store.ts';

const SECRET_BYTES = 32;
const MINUTE_MS = 60_000;

/** Every process looks again this often. */
export const LOOKED_AT_EVERY_MS = MINUTE_MS;
/** A new secret signs once every process has had the time to learn of it. */
const SIGNS_AFTER_MS = 3 * LOOKED_AT_EVERY_MS;
/** Longer than anything that is signed lasts. */
const ACCEPTED_FOR_MS = 30 * 24 * 60 * MINUTE_MS;

/** What is signed with, and what a signature may have been made with. */
export interface Secrets {
  readonly signing: Buffer;
  /** The newest first. */
  readonly accepted: readonly Buffer[];
}

/** The secrets of one name, the same for every process on the database; the first to ask makes one up. */
export class SharedSecrets implements Secrets {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #name: string;
  #rows: SecretRow[] = [];

  private constructor(db: Queryable, clock: Clock, name: string) {
    this.#db = db;
    this.#clock = clock;
    this.#name = name;
  }

  static async open(db: Queryable, clock: Clock, name: string): Promise<SharedSecrets> {
    await offerSecret(db, name, randomBytes(SECRET_BYTES));
    const secrets = new SharedSecrets(db, clock, name);
    await secrets.lookAgain();
    return secrets;
  }

  /** Takes up what was rotated. */
  async lookAgain(): Promise<void> {
    const rows = await readSecrets(this.#db, this.#name);
    if (rows.length === 0) throw new Error(`The shared secret ${this.#name} was removed.`);
    this.#rows = rows;
  }

  get signing(): Buffer {
    const ripe = this.#clock.now() - SIGNS_AFTER_MS;
    const row = this.#rows.find(({ made_at }) => Date.parse(made_at) <= ripe) ?? this.#rows.at(-1);
    if (!row) throw new Error(`The shared secret ${this.#name} was removed.`);
    return row.value;
  }

  get accepted(): readonly Buffer[] {
    const since = this.#clock.now() - ACCEPTED_FOR_MS;
    return this.#rows
      .filter((_, index) => index === 0 || Date.parse(this.#rows[index - 1]?.made_at ?? '') > since)
      .map(({ value }) => value);
  }
}

/** Makes a new secret of a name; those before it are accepted for as long as what they signed lasts, or no more at all. */
export async function rotateSecret(
  db: Queryable,
  name: string,
  { now, old }: { now: number; old: 'accept' | 'refuse' },
): Promise<void> {
  const at = new Date(now);
  if (old === 'refuse') await forgetSecrets(db, name, at);
  await addSecret(db, name, randomBytes(SECRET_BYTES), at);
}
