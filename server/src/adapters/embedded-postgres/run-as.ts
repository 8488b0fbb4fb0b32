import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** The account PostgreSQL runs under; empty when it is the account of this process. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

const ACCOUNT = 'postgres';

/** PostgreSQL refuses to run as root: then it runs as the owner of existing data, or as an account of its own. */
export function chooseAccount(clusterDir: string): RunAs {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findAccount() ?? createAccount();
}

function createAccount(): RunAs {
  const attempts: [string, string[]][] = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', ACCOUNT]],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', ACCOUNT]],
  ];
  for (const [command, parameters] of attempts) {
    spawnSync(command, parameters);
    const account = findAccount();
    if (account) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root, and the account "${ACCOUNT}" neither exists nor can be created. ` +
      'Start the service as an ordinary user, create that account, or set DATABASE_URL to a database elsewhere.',
  );
}

function findAccount(): RunAs | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const asked = spawnSync('id', [flag, ACCOUNT], { encoding: 'utf8' });
    return asked.status === 0 ? Number.parseInt(asked.stdout, 10) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** Whether the account can enter a directory, asked of the system itself: modes alone do not tell. */
export function canEnter(account: RunAs, directory: string): boolean {
  if (account.uid === undefined) return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', directory], { ...account, cwd: '/', stdio: 'ignore' }).status === 0;
}
