import type { Config, IntakeLimits } from '../../src/base/config.ts';
import { loadConfig } from '../../src/base/config.ts';

/** Settings for a service under test; anything may be set otherwise. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  return { ...loadConfig({ DEMO: 'off', DATABASE_URL: 'postgres://test', LOG_LEVEL: 'silent' }), ...overrides };
}

/** Limits at the edge, some of them set otherwise. */
export function intakeWith(overrides: Partial<IntakeLimits>): IntakeLimits {
  return { ...testConfig().intake, ...overrides };
}
