import { environment } from './config-variables.ts';

/** The settings of a process, read once from the environment. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly demo: boolean;
  readonly publicUrl: string;
  readonly baseUrl: string;
  readonly mcpUrl: string;
  readonly authUrl: string;
  readonly appUrl: string;
  readonly logLevel: string;
  /** Requests a minute for each credential. */
  readonly rateLimitPerMinute: number;
  /** Requests a minute for each address without a valid credential. */
  readonly anonymousRateLimitPerMinute: number;
  /** Executed writes an organization may make each UTC day. */
  readonly dailyWriteQuota: number;
  /** Number of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: number;
  /** What a process takes in at once. */
  readonly intake: IntakeLimits;
  /** For how many days the audit trail is kept: that of organizations, and what belongs to none. */
  readonly auditRetention: { readonly days: number; readonly unattributedDays: number };
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Enables the secret-scanning endpoint: the code host's public keys, by key identifier. */
  readonly secretScanningKeys: ReadonlyMap<string, string>;
  /** Tasks one process works on at the same time; 0 in a process that only serves. */
  readonly taskConcurrency: number;
  readonly emulatorPort: number;
  /** Whoever presents it may read /metrics. */
  readonly metricsToken: string | undefined;
  /** Private host:port pairs that outgoing fetches may reach all the same. */
  readonly allowPrivateHosts: readonly string[];
  /** The language model that phrases ads, where one is set with its key. */
  readonly writer: WriterSettings | undefined;
  /** Who we are at Google, and other addresses than Google's or the emulator's where some are set. */
  readonly googleAds: GoogleAdsSettings;
  /** Keys given for the encryption of stored tokens, the first being the current one; empty when a key file is used. */
  readonly masterKeys: ReadonlyMap<string, Buffer>;
}

/** How much may be open or on its way at once, from all callers together and from one address. */
export interface IntakeLimits {
  readonly connections: number;
  readonly connectionsPerAddress: number;
  readonly bodyBytes: number;
  readonly bodyBytesPerAddress: number;
  /** Of answers that were given and that nobody has read yet. */
  readonly unreadBytes: number;
  readonly unreadBytesPerAddress: number;
  /** Whoever reads nothing of an answer for so long is cut off. */
  readonly readWithinMs: number;
  /** Answers for one address that count against no limit: what is asked for faster is answered later. */
  readonly uncountedPerSecond: number;
}

interface WriterSettings {
  readonly provider: 'anthropic' | 'openai';
  readonly model: string;
  readonly apiKey: string;
  /** Another address than the provider's. */
  readonly url: string | undefined;
  readonly timeoutMs: number;
}

/** Addresses that are left out are chosen where the adapter is made. */
interface GoogleAdsSettings {
  clientId: string;
  clientSecret: string;
  developerToken?: string;
  /** Operations of the whole deployment each day; null where Google sets no limit. */
  dailyOperations?: number | null;
  apiBaseUrl?: string;
  apiVersion?: string;
  authorizeUrl?: string;
  tokenUrl?: string;
  revokeUrl?: string;
}

const DEFAULT_PORT = 3_000;
const DEFAULT_RATE_LIMIT = 300;
const DEFAULT_WRITE_QUOTA = 1_000;
const DEFAULT_TASK_CONCURRENCY = 4;
const LAST_PORT = 65_535;
const DEFAULT_AUDIT_DAYS = { ofOrganizations: 400, ofNone: 30 };
const DEFAULT_WRITER_SECONDS = 30;
const MIB = 1024 * 1024;
const DEFAULT_CONNECTIONS = { inAll: 10_000, perAddress: 500 };
const DEFAULT_BODIES_MIB = { inAll: 64, perAddress: 16 };
const UNREAD_MIB = { inAll: 256, perAddress: 64 };
const READ_WITHIN_MS = 30_000;
const UNCOUNTED_PER_SECOND = 100;

/** Settings that the service cannot start with; the message names every bad variable and repeats no value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the settings from the environment. A variable that is set but empty counts as not set. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const set = read(env);
  const port = set.PORT ?? DEFAULT_PORT;
  const demo = set.DEMO ?? set.DATABASE_URL === undefined;
  const publicUrl = set.PUBLIC_URL ?? `http://localhost:${port}`;
  return {
    port,
    host: set.HOST ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    dataDir: set.DATA_DIR ?? '.data',
    databaseUrl: set.DATABASE_URL,
    demo,
    publicUrl,
    baseUrl: set.BASE_URL ?? `${publicUrl}/v1`,
    mcpUrl: set.MCP_URL ?? publicUrl,
    authUrl: set.AUTH_URL ?? publicUrl,
    appUrl: set.APP_URL ?? publicUrl,
    logLevel: set.LOG_LEVEL ?? 'info',
    rateLimitPerMinute: set.RATE_LIMIT_PER_MINUTE ?? DEFAULT_RATE_LIMIT,
    anonymousRateLimitPerMinute: set.ANONYMOUS_RATE_LIMIT_PER_MINUTE ?? DEFAULT_RATE_LIMIT,
    dailyWriteQuota: set.DAILY_WRITE_QUOTA ?? DEFAULT_WRITE_QUOTA,
    trustedProxies: set.TRUSTED_PROXIES ?? 0,
    intake: intakeOf(set),
    auditRetention: {
      days: set.AUDIT_RETENTION_DAYS ?? DEFAULT_AUDIT_DAYS.ofOrganizations,
      unattributedDays: set.UNATTRIBUTED_AUDIT_RETENTION_DAYS ?? DEFAULT_AUDIT_DAYS.ofNone,
    },
    smtpUrl: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? 'Sluice <sluice@localhost>',
    secretScanningKeys: set.SECRET_SCANNING_KEYS ?? new Map(),
    taskConcurrency: set.TASK_CONCURRENCY ?? DEFAULT_TASK_CONCURRENCY,
    emulatorPort: set.EMULATOR_PORT ?? portAfter(port),
    metricsToken: set.METRICS_TOKEN,
    allowPrivateHosts: set.ALLOW_PRIVATE_HOSTS ?? [],
    writer: writerOf(set),
    googleAds: googleAdsOf(set),
    masterKeys: set.MASTER_KEYS ?? new Map(),
  };
}

type Environment = ReturnType<typeof read>;

function read(env: Readonly<Record<string, string | undefined>>) {
  const filled = Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : []));
  const result = environment.safeParse(Object.fromEntries(filled));
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `  ${path.join('.')} ${message}`);
  throw new ConfigError(`The service cannot start with these settings:\n${problems.join('\n')}`);
}

/** Port 0 asks the system for any port, for the emulator as for the service. */
function portAfter(port: number): number {
  return port === 0 || port === LAST_PORT ? 0 : port + 1;
}

function intakeOf(set: Environment): IntakeLimits {
  return {
    connections: set.MAX_CONNECTIONS ?? DEFAULT_CONNECTIONS.inAll,
    connectionsPerAddress: set.MAX_CONNECTIONS_PER_ADDRESS ?? DEFAULT_CONNECTIONS.perAddress,
    bodyBytes: (set.MAX_BODIES_MIB ?? DEFAULT_BODIES_MIB.inAll) * MIB,
    bodyBytesPerAddress: (set.MAX_BODIES_MIB_PER_ADDRESS ?? DEFAULT_BODIES_MIB.perAddress) * MIB,
    unreadBytes: UNREAD_MIB.inAll * MIB,
    unreadBytesPerAddress: UNREAD_MIB.perAddress * MIB,
    readWithinMs: READ_WITHIN_MS,
    uncountedPerSecond: UNCOUNTED_PER_SECOND,
  };
}

function writerOf(set: Environment): WriterSettings | undefined {
  if (!set.WRITER_MODEL || !set.WRITER_API_KEY) return undefined;
  const timeoutMs = (set.WRITER_TIMEOUT_SECONDS ?? DEFAULT_WRITER_SECONDS) * 1000;
  return { ...set.WRITER_MODEL, apiKey: set.WRITER_API_KEY, url: set.WRITER_URL, timeoutMs };
}

function googleAdsOf(set: Environment): GoogleAdsSettings {
  return {
    clientId: set.GOOGLE_ADS_CLIENT_ID ?? '',
    clientSecret: set.GOOGLE_ADS_CLIENT_SECRET ?? '',
    ...(set.GOOGLE_ADS_DEVELOPER_TOKEN && { developerToken: set.GOOGLE_ADS_DEVELOPER_TOKEN }),
    ...(set.GOOGLE_ADS_DAILY_OPERATIONS !== undefined && { dailyOperations: set.GOOGLE_ADS_DAILY_OPERATIONS }),
    ...(set.GOOGLE_ADS_API_URL && { apiBaseUrl: set.GOOGLE_ADS_API_URL }),
    ...(set.GOOGLE_ADS_API_VERSION && { apiVersion: set.GOOGLE_ADS_API_VERSION }),
    ...(set.GOOGLE_ADS_AUTHORIZE_URL && { authorizeUrl: set.GOOGLE_ADS_AUTHORIZE_URL }),
    ...(set.GOOGLE_ADS_TOKEN_URL && { tokenUrl: set.GOOGLE_ADS_TOKEN_URL }),
    ...(set.GOOGLE_ADS_REVOKE_URL && { revokeUrl: set.GOOGLE_ADS_REVOKE_URL }),
  };
}
