import type { Config } from '../../src/base/config.ts';
import { loadConfig } from '../../src/base/config.ts';

/** Settings for a service under test; anything may be set otherwise. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  return { ...loadConfig({ DEMO: 'off', DATABASE_URL: 'postgres://test', LOG_LEVEL: 'silent' }), ...overrides };
}
