import type { Config } from '../../src/core/config.ts';
import { loadConfig } from '../../src/core/config.ts';

/** Settings for a service under test; anything may be set otherwise. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  return { ...loadConfig({ DEMO: 'off', DATABASE_URL: 'postgres://test', LOG_LEVEL: 'silent' }), ...overrides };
}
