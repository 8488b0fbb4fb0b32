import { createHmac, timingSafeEqual } from 'node:crypto';
import { ConfigError } from './config.ts';
import type { Database } from './database.ts';
import { keyChecks, knownKeyIds } from './master-key-check.store.ts';
import type { KeyRing } from './master-keys.ts';

const CONSTANT = 'sluice master key';

/**
 * Refuses keys that are not those by whose ids the database knows them: what such a process sealed no other could open.
 * Keys of new ids become known, all or none of them. Those of a key file need one that is known where there are any: a
 * process that was not given the keys of the others has made up its own.
 */
export async function confirmMasterKeys(database: Database, { current, keys, fromFile }: KeyRing): Promise<void> {
  const own = new Map([...keys].map(([id, key]) => [id, createHmac('sha256', key).update(CONSTANT).digest()]));
  await database.transaction(async (db) => {
    const known = await knownKeyIds(db);
    if (fromFile && known.size > 0 && known.isDisjointFrom(own)) {
      throw refused(current, 'from its key file, and this database knows others.');
    }
    const values = await keyChecks(db, own);
    for (const [id, value] of own) {
      if (!timingSafeEqual(values.get(id) ?? NONE, value)) {
        throw refused(id, 'not the one that this database knows by that id.');
      }
    }
  });
}

const NONE = Buffer.alloc(32);

function refused(id: string, because: string): ConfigError {
  return new ConfigError(
    `The master key "${id}" of this process is ${because} Give the process the keys of the others: set the same MASTER_KEYS, or keep their master.keys in its DATA_DIR. A new key needs an id of its own; where the old one is lost, docs/operations.md says how to go on.`,
  );
}
