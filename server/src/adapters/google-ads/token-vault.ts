import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const FORMAT = 'v1';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A master key; its id is stored with what it seals, so that keys can be rotated. */
export interface MasterKey {
  id: string;
  key: Buffer;
}

/** What a sealed token belongs to: it opens for this organization and this login only. */
export interface TokenBinding {
  organizationId: string;
  login: string;
}

/**
 * Seals refresh tokens for storage: each with a random key of its own, which is itself sealed by a master key. The
 * binding is authenticated, so a row copied to another organization or login does not open. Pure cryptography.
 */
export class TokenVault {
  readonly #sealing: MasterKey;
  readonly #keys: ReadonlyMap<string, Buffer>;

  /** Seals with the first key; opens what any of them sealed. */
  constructor(keys: readonly [MasterKey, ...MasterKey[]]) {
    for (const { id, key } of keys) {
      if (!/^[\w-]{1,32}$/.test(id)) throw new TypeError('a master key id has 1 to 32 letters, digits, - or _');
      if (key.length !== KEY_BYTES) throw new TypeError(`master key ${id} must have ${KEY_BYTES} bytes`);
    }
    this.#sealing = keys[0];
    this.#keys = new Map(keys.map(({ id, key }) => [id, key]));
    if (this.#keys.size !== keys.length) throw new TypeError('two master keys have the same id');
  }

  seal({ refreshToken, ...binding }: TokenBinding & { refreshToken: string }): string {
    const dataKey = randomBytes(KEY_BYTES);
    const about = additionalData(this.#sealing.id, binding);
    const wrapped = encrypt(this.#sealing.key, dataKey, about);
    const sealed = encrypt(dataKey, Buffer.from(refreshToken, 'utf8'), about);
    dataKey.fill(0);
    return [FORMAT, this.#sealing.id, wrapped.toString('base64url'), sealed.toString('base64url')].join('.');
  }

  open({ sealed, ...binding }: TokenBinding & { sealed: string }): string {
    const [format, keyId = '', wrapped = '', content = '', ...rest] = sealed.split('.');
    const masterKey = this.#keys.get(keyId);
    if (format !== FORMAT || rest.length > 0) throw new SealBroken('not a sealed token');
    if (masterKey === undefined) throw new SealBroken('the master key of this token is not configured');
    const about = additionalData(keyId, binding);
    const dataKey = decrypt(masterKey, Buffer.from(wrapped, 'base64url'), about);
    return decrypt(dataKey, Buffer.from(content, 'base64url'), about).toString('utf8');
  }

  /** Whether a token should be sealed again because the first master key has changed since. */
  isOutdated(sealed: string): boolean {
    return sealed.split('.')[1] !== this.#sealing.id;
  }
}

/** A sealed token that was tampered with, belongs elsewhere, or whose key is gone. */
export class SealBroken extends Error {}

function encrypt(key: Buffer, plain: Buffer, about: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(about);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Buffer, sealed: Buffer, about: Buffer): Buffer {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken('not a sealed token');
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(about);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw new SealBroken('this token was altered or belongs to another organization or login');
  }
}

/** JSON keeps the parts apart, whatever characters they hold. */
function additionalData(keyId: string, { organizationId, login }: TokenBinding): Buffer {
  return Buffer.from(JSON.stringify([FORMAT, keyId, organizationId, login]), 'utf8');
}
