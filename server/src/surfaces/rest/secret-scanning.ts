import { z } from 'zod';
import { directWrite, type Operation } from '../../base/operation.ts';
import { type RawReport, receiveReport } from '../../identity/keys/secret-scanning.ts';
import type { RawInput } from './decode-input.ts';

/** Where the code host sends its reports; answers not_found until its public keys are configured. */
export const SECRET_SCANNING_PREFIX = '/secret-scanning';

/** Some hundred findings; the code host sends a few at a time. */
const LARGEST_REPORT = 128 * 1024;
const REPORTS_PER_MINUTE = 60;

/** Takes a signed report of exposed keys: they are revoked at once and Owners are told. */
export const reportExposedKeys: Operation = directWrite({
  name: 'report_exposed_keys',
  summary: 'Report keys found in public code',
  description: 'For code hosts: a signed report of strings that look like keys.',
  rest: 'POST /github',
  tool: null,
  scope: null,
  audience: 'public',
  organization: 'caller',
  hints: { destructive: true, idempotent: true, openWorld: false },
  heldByApprovals: false,
  spendsQuota: false,
  bodyLimit: LARGEST_REPORT,
  callsPerMinuteAndAddress: REPORTS_PER_MINUTE,
  input: z.object({ report: z.custom<RawReport>() }),
  output: z.array(z.object({ token_hash: z.string(), token_type: z.string(), label: z.string() })),
  run: ({ report }, services) => receiveReport(report, services),
});

/** The signature is over the very bytes of the body, so they are handed on unparsed. */
export function decodeReport({ body, headers }: RawInput): { report: RawReport } {
  return { report: { rawBody: body ?? Buffer.alloc(0), headers } };
}
