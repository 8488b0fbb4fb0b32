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
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Enables the secret-scanning endpoint: the code host's public keys, by key identifier. */
  readonly secretScanningKeys: ReadonlyMap<string, string>;
  /** Tasks one process works on at the same time; 0 in a process that only serves. */
  readonly taskConcurrency: number;
  readonly emulatorPort: number;
}
