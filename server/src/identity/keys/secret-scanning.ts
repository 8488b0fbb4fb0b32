import { verify } from 'node:crypto';
import { z } from 'zod';
import type { Attributing, Services } from '../../base/context.ts';
import { invalid, notFound, Refusal } from '../../base/errors.ts';
import { queueSecurityEmail } from '../../mail/send-email.task.ts';
import { hashOf, isWellFormedKey } from '../key-format.ts';
import { ownerEmails } from '../membership.store.ts';
import { markExposed, wasIssued } from './api-key.store.ts';
import { exposureEmail } from './key-emails.ts';

const ID_HEADER = 'github-public-key-identifier';
const SIGNATURE_HEADER = 'github-public-key-signature';

/** A report as it arrives; the signature is over these very bytes. */
export interface RawReport {
  rawBody: Buffer;
  /** Names in lower case, as Node gives them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What the code host learns about each string it found. */
export interface Feedback {
  token_hash: string;
  token_type: string;
  label: 'true_positive' | 'false_positive';
}

const finding = z.object({ token: z.string(), type: z.string(), url: z.string().nullish().catch(null) });
type Finding = z.output<typeof finding>;

/**
 * Takes a report of the code host's secret scanning: every key in it that exists is revoked at once, without human
 * review, and the Owners are told. Not found until the host's public keys are configured.
 */
export async function receiveReport(report: RawReport, services: Services & Attributing): Promise<Feedback[]> {
  refuseForged(report, services.config.secretScanningKeys);
  const byToken = Map.groupBy(parse(report.rawBody), (finding) => finding.token);
  const feedback: Feedback[] = [];
  for (const [token, found] of byToken) {
    const label = (await revokeExposed(token, found, services)) ? 'true_positive' : 'false_positive';
    const token_hash = hashOf(token).toString('hex');
    feedback.push(...found.map(({ type }): Feedback => ({ token_hash, token_type: type, label })));
  }
  return feedback;
}

function refuseForged({ rawBody, headers }: RawReport, keys: ReadonlyMap<string, string>): void {
  const { publicKey, signature } = refuseUnknownHost(headers, keys);
  if (!verify('sha256', rawBody, publicKey, Buffer.from(signature, 'base64'))) throw notSigned();
}

/** Tells by which key a report says to be signed; where none is known, nothing of it has to be taken in. */
export function refuseUnknownHost(
  headers: RawReport['headers'],
  keys: ReadonlyMap<string, string>,
): { publicKey: string; signature: string } {
  if (keys.size === 0) throw notFound('That path');
  const publicKey = keys.get(String(headers[ID_HEADER] ?? ''));
  const signature = headers[SIGNATURE_HEADER];
  if (!publicKey || typeof signature !== 'string') throw notSigned();
  return { publicKey, signature };
}

function notSigned(): Refusal {
  return new Refusal('unauthorized', 'The report is not signed by a known key.');
}

/** Entry by entry: one that cannot be read does not keep the keys of the others alive. */
function parse(rawBody: Buffer): Finding[] {
  const entries = json(rawBody);
  if (!Array.isArray(entries)) throw invalid([{ path: 'body', message: 'must be a list of findings' }]);
  return entries.flatMap((entry) => finding.safeParse(entry).data ?? []);
}

function json(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch (cause) {
    throw invalid([{ path: 'body', message: 'is not valid JSON' }], { status: 400, cause });
  }
}

/** Whether the string was ever a key; the Owners are told once, however often it is reported. */
async function revokeExposed(
  token: string,
  found: readonly Finding[],
  services: Services & Attributing,
): Promise<boolean> {
  if (!isWellFormedKey(token)) return false;
  const hash = hashOf(token);
  const { database, clock } = services;
  const revoked = await database.transaction(async (db) => {
    const key = await markExposed(db, hash, new Date(clock.now()));
    if (!key) return false;
    services.acted?.();
    const places = found.flatMap(({ url }) => url ?? []);
    for (const to of await ownerEmails({ organizationId: key.organization_id, db })) {
      await queueSecurityEmail(services, db, exposureEmail({ to, key, places, appUrl: services.config.appUrl }));
    }
    return true;
  });
  return revoked || wasIssued(database, hash);
}
