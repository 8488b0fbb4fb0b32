import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canEnter, type RunAs } from './run-as.ts';

/** Where things go that another account must reach although their own place is closed to it; kept over restarts. */
const OPEN_PLACES = ['/var/lib/sluice', '/var/tmp/sluice'];

/**
 * The directory that holds the cluster's data. When the account cannot enter `dataDir` (a clone in /root), the data
 * lies in an open place and a link stands in `dataDir`, so that it is still found from there.
 */
export function clusterPlace(dataDir: string, account: RunAs): string {
  const own = join(dataDir, 'postgres');
  const present = lstatSync(own, { throwIfNoEntry: false });
  if (present) return present.isSymbolicLink() ? readlinkSync(own) : realpathSync(own);
  const enterable = canEnter(account, dataDir) || canEnterOnceOpened(account, dataDir);
  if (enterable) return join(realpathSync(dataDir), 'postgres');
  const home = join(openPlace(account, dataDir), `data-${randomBytes(8).toString('hex')}`);
  mkdirSync(home, { mode: 0o700 });
  giveTo(account, home);
  symlinkSync(join(home, 'postgres'), own);
  return join(home, 'postgres');
}

/** `dataDir` itself is ours to open to passers-by; what it holds is closed file by file. */
function canEnterOnceOpened(account: RunAs, dataDir: string): boolean {
  if (!canEnter(account, dirname(dataDir))) return false;
  chmodSync(dataDir, statSync(dataDir).mode | 0o011);
  return canEnter(account, dataDir);
}

/** An open directory of ours for `what`; refused when someone else made it first. */
export function openPlace(account: RunAs, what: string): string {
  for (const place of OPEN_PLACES) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 });
    } catch {
      continue;
    }
    const made = lstatSync(place);
    if (made.isDirectory() && made.uid === process.getuid?.() && canEnter(account, place)) return place;
  }
  throw new Error(
    `The account PostgreSQL runs under cannot enter ${what}, and none of ${OPEN_PLACES.join(', ')} can be used instead. ` +
      'Move the project and DATA_DIR to a directory that others may enter, or set DATABASE_URL.',
  );
}

/** Makes the account the owner of a file or directory. */
export function giveTo(account: RunAs, path: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(path, account.uid, account.gid);
}
