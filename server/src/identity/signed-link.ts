import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '../base/secrets.ts';

/** The name of the secrets that links are signed with. */
export const SIGNING_SECRET = 'signing';

/** What a link says, and until when it is good. */
interface Link<Content> {
  purpose: string;
  content: Content;
  /** Milliseconds since the epoch. */
  expiresAt: number;
  /** What has to be still as it was when the link was made, such as a password that the link replaces. */
  bound?: string;
}

const envelope = z.tuple([z.unknown(), z.number()]);

/** The token of a link that we send: readable by whoever has it, made by nobody but us. Nothing of it is kept. */
export function signLink<Content>(
  { signing }: Secrets,
  { purpose, content, expiresAt, bound = '' }: Link<Content>,
): string {
  const said = Buffer.from(JSON.stringify([content, expiresAt])).toString('base64url');
  return `${said}.${signatureOf(signing, [purpose, said, bound]).toString('base64url')}`;
}

/** What a token says, unless it was not made by us for this purpose or its time has passed. */
export function readLink<Schema extends z.ZodType>(
  { accepted }: Secrets,
  token: string,
  { purpose, schema, now, bound = '' }: { purpose: string; schema: Schema; now: number; bound?: string },
): z.output<Schema> | undefined {
  const [said = '', signature = ''] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const made = (secret: Buffer) => isSame(given, signatureOf(secret, [purpose, said, bound]));
  if (!accepted.some(made)) return undefined;
  const [content, expiresAt] = envelope.parse(JSON.parse(Buffer.from(said, 'base64url').toString()));
  return expiresAt > now ? schema.parse(content) : undefined;
}

/** What a token claims, before anything of it is believed: it tells what to check it against. */
export function claimOf<Schema extends z.ZodType>(token: string, schema: Schema): z.output<Schema> | undefined {
  try {
    const [content] = envelope.parse(JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()));
    return schema.safeParse(content).data;
  } catch {
    return undefined;
  }
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(secret: Buffer, parts: readonly string[]): Buffer {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
}
