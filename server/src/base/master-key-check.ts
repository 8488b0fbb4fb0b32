import { createHmac, timingSafeEqual } from 'node:crypto';
import { ConfigError } from './config.ts';
import type { Database } from './database.ts';
import { keyChecks } from './master-key-check.store.ts';
import type { KeyRing } from './master-keys.ts';

const CONSTANT = 'sluice master key';

/**
 * Refuses keys that are not those by whose ids the database knows them: what such a process sealed no other could open.
 * Keys of new ids become known, all or none of them.
 */
export async function confirmMasterKeys(database: Database, { keys }: KeyRing): Promise<void> {
  const own = new Map([...keys].map(([id, key]) => [id, createHmac('sha256', key).update(CONSTANT).digest()]));
  await database.transaction(async (db) => {
    const known = await keyChecks(db, own);
    for (const [id, value] of own) if (!timingSafeEqual(known.get(id) ?? NONE, value)) throw otherKey(id);
  });
}

const NONE = Buffer.alloc(32);

function otherKey(id: string): ConfigError {
  return new ConfigError(
    `The master key "${id}" of this process is not the one that this database knows by that id. Give the process the keys of the others: set the same MASTER_KEYS, or keep their master.keys in its DATA_DIR. A new key needs an id of its own; where the old one is lost, docs/operations.md says how to go on.`,
  );
}
