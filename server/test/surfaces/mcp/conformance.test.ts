import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { conformance, withCredential } from './conformance.ts';
import { startFixtureServer } from './fixture/fixture-server.ts';

/** What is asked of every server, whatever it serves, by the version of the checks and the revision that is spoken. */
const OF_EVERY_SERVER = {
  '0.1.16': {
    '2025-11-25': [
      'completion-complete',
      'dns-rebinding-protection',
      'ping',
      'prompts-list',
      'resources-list',
      'server-initialize',
      'tools-list',
    ],
  },
  '0.2.0-alpha.12': {
    '2025-11-25': [
      'completion-complete',
      'dns-rebinding-protection',
      'ping',
      'prompts-list',
      'resources-list',
      'server-initialize',
      'tools-list',
    ],
    '2026-07-28': [
      'caching',
      'completion-complete',
      'dns-rebinding-protection',
      'http-header-validation',
      'input-required-result-unsupported-methods',
      'prompts-list',
      'resources-list',
      'sep-2164-resource-not-found',
      'server-sse-multiple-streams',
      'tools-list',
    ],
  },
} as const;

/** Checks of server-stateless that call tools by names which only the fixture has. */
const NEED_TEST_TOOLS = [
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-missing-capability-http-400',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-rejects-undeclared-capability',
];

/** Needs a server that keeps a session and asks its client in the middle of a call: one without sessions cannot. */
const NEED_A_SESSION = [
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'tools-call-elicitation',
  'tools-call-sampling',
];

/** How many scenarios there are, and which of them fail on the fixture. */
const ON_THE_FIXTURE = {
  '0.1.16': { '2025-11-25': { scenarios: 32, failing: NEED_A_SESSION } },
  '0.2.0-alpha.12': {
    '2025-11-25': { scenarios: 33, failing: NEED_A_SESSION },
    '2026-07-28': { scenarios: 40, failing: [] },
  },
} as const;

describe('the checks of the Model Context Protocol', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let url: string;
  let fixture: string;

  before(async () => {
    service = await startService(suite, { config: { rateLimitPerMinute: 100_000 } });
    const { key } = await service.world.addKey();
    url = await withCredential(suite, service.base, key);
    fixture = await withCredential(suite, await startFixtureServer(suite, service), key);
  });

  for (const version of ['0.1.16', '0.2.0-alpha.12'] as const) {
    for (const [revision, names] of Object.entries(OF_EVERY_SERVER[version])) {
      test(`those of ${version} for ${revision} that need no fixture pass`, async () => {
        const { scenarios } = await conformance(url, version, revision);
        for (const name of names) {
          const { passed = 0, failed = [] } = scenarios.get(name) ?? {};
          assert.deepEqual(failed, [], name);
          assert.ok(passed > 0, `${name} ran`);
        }
        const { passed = 0, failed = [] } = scenarios.get('server-stateless') ?? {};
        if (revision === '2026-07-28') {
          assert.deepEqual(failed.toSorted(), NEED_TEST_TOOLS);
          assert.ok(passed >= 24, `${passed}`);
        }
      });
    }

    for (const [revision, { scenarios: count, failing }] of Object.entries(ON_THE_FIXTURE[version])) {
      test(`all ${count} of ${version} for ${revision} but ${failing.length} pass with their tools on our transport`, async () => {
        const { code, scenarios } = await conformance(fixture, version, revision);
        const failed = [...scenarios].filter(([, { failed }]) => failed.length > 0);
        assert.deepEqual(failed.map(([name]) => name).sort(), failing, JSON.stringify(failed));
        assert.equal(scenarios.size, count);
        assert.equal(code, failing.length > 0 ? 1 : 0);
      });
    }
  }
});
