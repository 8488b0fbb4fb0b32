import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const deriveKey = promisify(argon2);

const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/;

/** Matches no password and costs as much as a real one: checked for people we do not know. */
const NOBODYS_HASH = phc(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

/** Hashes a password with Argon2id, in the form that carries its own parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  return phc(nonce, await derive(password, { nonce, memory: MEMORY_KIB, passes: PASSES, parallelism: PARALLELISM }));
}

/** Whether a password is the one that was hashed; without a hash it takes as long and is false. */
export async function isPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', kept = ''] = PHC.exec(hash ?? NOBODYS_HASH) ?? [];
  if (memory === undefined) throw new Error('a stored password hash is not Argon2id');
  const expected = Buffer.from(kept, 'base64');
  const derived = await derive(password, {
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(derived, expected) && hash !== null;
}

interface Derivation {
  nonce: Buffer;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength?: number;
}

function derive(password: string, derivation: Derivation): Promise<Buffer> {
  return deriveKey('argon2id', { tagLength: TAG_BYTES, ...derivation, message: password.normalize('NFC') });
}

function phc(salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
