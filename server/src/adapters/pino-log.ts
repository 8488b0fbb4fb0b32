import { type DestinationStream, pino } from 'pino';
import type { Log } from '../base/log.ts';
import { textWithoutSecrets } from '../base/secret-addresses.ts';

/** Writes one JSON line for each event to standard output, without anything that opens a door. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    hooks: { streamWrite: redact },
  };
  return destination ? pino(options, destination) : pino(options);
}

const REDACTED = '[redacted]';

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const LIST = `\\[(?:[^[\\]"]|${STRING})*\\]`;
const OBJECT = `\\{(?:[^{}"]|${STRING})*\\}`;

/** Members that end like this are secret whatever they hold: apiKey, refresh_token, set-cookie. */
const SECRET_MEMBER = new RegExp(
  `("[\\w.-]*(?:authorization|cookies?|passwords?|secrets?|tokens?|keys?)"):(?:${STRING}|${LIST}|${OBJECT})`,
  'gi',
);

/** Secrets that show by their form, wherever they stand; a key keeps the prefix it is known by. */
const SECRET_FORMS: readonly [RegExp, string][] = [
  [/(svc_live_[0-9A-Za-z]{4})[0-9A-Za-z]+/g, `$1${REDACTED}`],
  [/\b(Bearer|Basic)(\s+)[\w.~+/-]{8,}=*/gi, `$1$2${REDACTED}`],
  [/([?&](?:code|state|[a-z_]*(?:token|secret|key|password|verifier))=)[^&"\s\\]+/gi, `$1${REDACTED}`],
  [/(\b[a-z][a-z0-9+]{0,30}:\/\/[^\s:/@"]*:)[^\s/@"]+@/gi, `$1${REDACTED}@`],
  [/\bya29\.[\w-]+|\b1\/\/[\w-]{16,}/g, REDACTED],
];

/** Works on the finished line, so that messages, stacks and nested members are all seen. */
function redact(line: string): string {
  let safe = line.replace(SECRET_MEMBER, `$1:"${REDACTED}"`);
  for (const [form, replacement] of SECRET_FORMS) safe = safe.replace(form, replacement);
  return textWithoutSecrets(safe);
}
