import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { masterKeyList } from './config-variables.ts';

const KEY_FILE = 'master.keys';
const FIRST_KEY = 'first';
const KEY_BYTES = 32;

/** The keys that encrypt stored tokens: those configured, or those of a key file that the first start makes. */
export function masterKeys({ masterKeys: given, dataDir }: Pick<Config, 'masterKeys' | 'dataDir'>): KeyRing {
  const fromFile = given.size === 0;
  const keys = fromFile ? keysInFile(dataDir) : given;
  const [current] = keys.keys();
  if (current === undefined) throw new Error(`${join(dataDir, KEY_FILE)} holds no key.`);
  return { current, keys, fromFile };
}

/** New secrets are encrypted with the current key; older ones say which key they need. */
export interface KeyRing {
  current: string;
  keys: ReadonlyMap<string, Buffer>;
  /** Whether nobody has set them. */
  fromFile: boolean;
}

function keysInFile(dataDir: string): ReadonlyMap<string, Buffer> {
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file)) makeKeyFile(dataDir, file);
  return masterKeyList.parse(readFileSync(file, 'utf8'));
}

/** Of several processes that start at once, one makes the file and the others use it. */
function makeKeyFile(dataDir: string, file: string): void {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${FIRST_KEY}:${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
