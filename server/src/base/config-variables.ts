import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What the README says about a variable. */
export interface VariableNote {
  default: string;
  meaning: string;
}

const notes = z.registry<VariableNote>();

const number = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

const port = number(0, 65_535);
const many = number(0, 1_000_000_000);
const some = number(1, 1_000_000);
const text = z.string();
const numberOrUnlimited = z.union([z.literal('unlimited').transform(() => null), number(1, 1_000_000_000)], {
  error: 'must be unlimited or a whole number from 1 to 1000000000',
});

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((url) => !/[?#]/.test(url), 'must have no query and no fragment')
  .transform((url) => url.replace(/\/+$/, ''));

const onOff = z.enum(['on', 'off'], { error: 'must be on or off' }).transform((value) => value === 'on');

const databaseAddress = text.refine(
  (url) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url),
  'must be an address like postgres://user:password@host/database',
);

const smtpAddress = text.refine(
  (url) => /^smtps?:\/\//.test(url) && URL.canParse(url),
  'must be an address like smtp://user:password@host:587',
);

const HOST_AND_PORT = /^(\[[0-9a-fA-F:]+\]|[^\s:,/]+):\d{1,5}$/;

const hostList = text
  .transform((list) => list.split(',').map((host) => host.trim().toLowerCase()))
  .refine((hosts) => hosts.every((host) => HOST_AND_PORT.test(host)), 'must be a list like localhost:4001,[::1]:4002');

const MASTER_KEY_BYTES = 32;

/** Keys as `id:base64`, separated by commas or lines; each of 32 bytes. */
export const masterKeyList = text.transform((list, issues): ReadonlyMap<string, Buffer> => {
  const keys = new Map<string, Buffer>();
  for (const entry of list.split(/[,\n]/).map((part) => part.trim())) {
    if (entry === '') continue;
    const [id = '', encoded = ''] = entry.split(':', 2);
    const key = Buffer.from(encoded, 'base64');
    if (id === '' || key.length !== MASTER_KEY_BYTES || keys.has(id)) {
      issues.addIssue('must be a list like 2026:BASE64,2025:BASE64 of different names, each key of 32 bytes');
      return z.NEVER;
    }
    keys.set(id, key);
  }
  return keys;
});

const publicKeys = z.record(z.string().min(1), z.string());

/** The keys themselves, or the path of a file that holds them. */
const publicKeyList = text.transform((value, issues): ReadonlyMap<string, string> => {
  try {
    const json: unknown = JSON.parse(value.startsWith('{') ? value : readFileSync(value, 'utf8'));
    const keys = new Map(Object.entries(publicKeys.parse(json)));
    for (const pem of keys.values()) createPublicKey(pem);
    return keys;
  } catch {
    issues.addIssue('must be a JSON object of public keys in PEM by key identifier, or the path of a file with one');
    return z.NEVER;
  }
});

const writerModel = text
  .regex(/^(anthropic|openai)\/\S+$/, 'must look like anthropic/NAME or openai/NAME')
  .transform((name) => ({
    provider: name.startsWith('anthropic/') ? ('anthropic' as const) : ('openai' as const),
    model: name.slice(name.indexOf('/') + 1),
  }));

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const logLevel = z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` });

function variable<Schema extends z.ZodType>(schema: Schema, shown: string, meaning: string) {
  const optional = schema.optional();
  notes.add(optional, { default: shown, meaning });
  return optional;
}

/** Every variable the service reads. */
export const environment = z.object({
  PORT: variable(port, '3000', 'Port of the service.'),
  HOST: variable(text, '127.0.0.1 with the demo, else 0.0.0.0', 'Address to listen on.'),
  PUBLIC_URL: variable(webAddress, 'http://localhost:$PORT', 'Where people and programs reach the service.'),
  BASE_URL: variable(webAddress, '$PUBLIC_URL/v1', 'Where the REST API is reached.'),
  MCP_URL: variable(webAddress, '$PUBLIC_URL', 'Where the MCP server is reached, at /mcp below.'),
  AUTH_URL: variable(webAddress, '$PUBLIC_URL', 'Where the OAuth server is reached; without a path.'),
  APP_URL: variable(webAddress, '$PUBLIC_URL', 'Where the dashboard is reached.'),
  DATA_DIR: variable(text, '.data', 'Directory of the embedded database, the mail outbox and the key file.'),
  DATABASE_URL: variable(databaseAddress, 'embedded PostgreSQL', 'PostgreSQL 15 or newer to use instead.'),
  DEMO: variable(
    onOff,
    'on without DATABASE_URL, else off',
    'Fill an empty database with the demo and run the emulator.',
  ),
  EMULATOR_PORT: variable(port, '$PORT + 1', 'Port of the Google Ads emulator of the demo.'),
  LOG_LEVEL: variable(logLevel, 'info', `One of ${LOG_LEVELS.join(', ')}.`),
  METRICS_TOKEN: variable(
    text,
    '',
    'Whoever presents it may read /metrics; without one only this machine may, and nobody where TRUSTED_PROXIES are set.',
  ),
  TRUSTED_PROXIES: variable(number(0, 100), '0', 'Number of proxies in front whose X-Forwarded-For is believed.'),
  MAX_CONNECTIONS: variable(some, '10000', 'Connections that a process holds open at once.'),
  MAX_CONNECTIONS_PER_ADDRESS: variable(
    some,
    '500',
    'Of them, those from one address; with TRUSTED_PROXIES the proxy sees to that.',
  ),
  MAX_BODIES_MIB: variable(some, '64', 'MiB of request bodies that a process holds at once.'),
  MAX_BODIES_MIB_PER_ADDRESS: variable(some, '16', 'Of them, those from one address.'),
  RATE_LIMIT_PER_MINUTE: variable(
    many.refine((n) => n > 0, 'must be above 0'),
    '300',
    'Requests a minute for each credential.',
  ),
  ANONYMOUS_RATE_LIMIT_PER_MINUTE: variable(
    many.refine((n) => n > 0, 'must be above 0'),
    '300',
    'Requests a minute of each address without a credential, as many with unknown ones; also of each that is no longer in force.',
  ),
  DAILY_WRITE_QUOTA: variable(many, '1000', 'Executed writes an organization may make each UTC day.'),
  AUDIT_RETENTION_DAYS: variable(some, '400', 'Days that the audit trail is kept, at least; it goes month by month.'),
  UNATTRIBUTED_AUDIT_RETENTION_DAYS: variable(
    some,
    '30',
    'Days that requests are kept which belong to no organization, at least.',
  ),
  TASK_CONCURRENCY: variable(
    number(0, 1_000),
    '4',
    'Syncs that a process works on at once, and as many documents; three times as many websites, each with some 40 MiB, and eight times as many changes. 0 in one that only serves.',
  ),
  ALLOW_PRIVATE_HOSTS: variable(hostList, '', 'Private host:port pairs that websites may be fetched from.'),
  SMTP_URL: variable(smtpAddress, '', 'Mail server; without one mail is put into $DATA_DIR/outbox.'),
  MAIL_FROM: variable(text, 'Sluice <sluice@localhost>', 'Sender of the mail.'),
  MASTER_KEYS: variable(
    masterKeyList,
    'a key file in $DATA_DIR',
    'Keys that encrypt stored tokens, as id:base64 of 32 bytes; the first encrypts, all decrypt. The same on all machines of a database.',
  ),
  SECRET_SCANNING_KEYS: variable(
    publicKeyList,
    '',
    'Public keys of the code host whose reports of leaked keys are taken: JSON of identifier to PEM, or the path of such a file.',
  ),
  WRITER_MODEL: variable(
    writerModel,
    '',
    'Language model that phrases ads and documents, as anthropic/NAME or openai/NAME; without it and its key ads are in the site’s own words and documents in ours.',
  ),
  WRITER_API_KEY: variable(text, '', 'Key for that model.'),
  WRITER_URL: variable(
    webAddress,
    'the provider’s',
    'Where that model is asked; openai is any server that speaks like it.',
  ),
  WRITER_TIMEOUT_SECONDS: variable(number(1, 120), '30', 'How long it may take for one ad or document.'),
  GOOGLE_ADS_CLIENT_ID: variable(text, '', 'OAuth client at Google.'),
  GOOGLE_ADS_CLIENT_SECRET: variable(text, '', 'Secret of that client.'),
  GOOGLE_ADS_DEVELOPER_TOKEN: variable(text, '', 'Developer token at Google, where one is needed.'),
  GOOGLE_ADS_DAILY_OPERATIONS: variable(
    numberOrUnlimited,
    '15000',
    'Operations that Google allows the whole deployment each day, or unlimited; organizations share them fairly.',
  ),
  GOOGLE_ADS_API_URL: variable(webAddress, 'Google’s; with the demo the emulator’s', 'Google Ads API.'),
  GOOGLE_ADS_API_VERSION: variable(text.regex(/^v\d+$/, 'must look like v25'), 'v25', 'Version of that API.'),
  GOOGLE_ADS_AUTHORIZE_URL: variable(webAddress, 'Google’s; with the demo the emulator’s', 'Consent page.'),
  GOOGLE_ADS_TOKEN_URL: variable(webAddress, 'Google’s; with the demo the emulator’s', 'Token endpoint.'),
  GOOGLE_ADS_REVOKE_URL: variable(webAddress, 'Google’s; with the demo the emulator’s', 'Revocation endpoint.'),
});

/** The table of variables, from which the README's is written. */
export const VARIABLES: readonly (VariableNote & { name: string })[] = Object.entries(environment.shape).map(
  ([name, schema]) => ({ name, default: '', meaning: '', ...notes.get(schema) }),
);
