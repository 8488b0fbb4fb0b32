import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { dashboardOperations, operations } from '../catalogue.ts';
import { loadConfig } from '../src/base/config.ts';
import { ERRORS } from '../src/base/errors.ts';
import { PAGE_SIZE } from '../src/base/schemas.ts';
import { ROLES, SCOPES } from '../src/base/scopes.ts';
import { hashOf, isWellFormedKey, makeKey, visibleParts } from '../src/identity/key-format.ts';
import { ceilingOf } from '../src/identity/role-ceiling.ts';
import { FAILURE_REASONS } from '../src/tasks/failure-reasons.ts';
import { ENDPOINTS, type Endpoint } from './endpoints.ts';

// The tables of the specification, written out here and imported from nowhere: a constant cannot test itself.

const SCOPE_TOOLS: Record<string, string[]> = {
  'organizations:read': ['svc_list_organizations', 'svc_get_account_overview', 'svc_get_business_profile'],
  'campaigns:read': ['svc_list_campaigns', 'svc_get_campaign', 'svc_list_keywords', 'svc_run_detector'],
  'performance:read': ['svc_get_performance', 'svc_get_search_terms'],
  'reports:read': ['svc_get_report', 'svc_get_strategy', 'svc_list_strategies'],
  'reports:generate': ['svc_generate_report', 'svc_generate_strategy'],
  'recommendations:read': ['svc_list_recommendations'],
  'recommendations:apply': ['svc_apply_recommendation', 'svc_undo_action'],
  'campaigns:write': ['svc_update_campaign', 'svc_set_campaign_state', 'svc_create_campaign', 'svc_create_ad'],
  'keywords:write': ['svc_add_negative_keywords'],
  'audit:read': ['svc_get_action_log'],
};

const TOOLS_WITHOUT_SCOPE = ['svc_get_task_status', 'svc_get_queued_write'];

const ERROR_STATUS: Record<string, number> = {
  unauthorized: 401,
  insufficient_scope: 403,
  org_access_denied: 403,
  role_denied: 403,
  not_found: 404,
  method_not_allowed: 405,
  validation_error: 422,
  budget_cap_exceeded: 422,
  launch_blocked: 422,
  setup_required: 409,
  not_supported: 422,
  unsafe_change: 422,
  sync_conflict: 409,
  already_applied: 409,
  not_reversible: 409,
  idempotency_conflict: 409,
  approval_required: 202,
  rate_limited: 429,
  write_quota_exceeded: 429,
  ad_platform_unavailable: 503,
  internal_error: 500,
};

const ERROR_FIELDS: Record<string, string[]> = {
  insufficient_scope: ['required_scope'],
  role_denied: ['required_role'],
  validation_error: ['fields'],
  budget_cap_exceeded: ['allowed_min', 'allowed_max', 'monthly_cap', 'allowed_max_daily'],
  launch_blocked: ['blocked_by'],
  unsafe_change: ['blocked_terms'],
  sync_conflict: ['changes'],
  approval_required: ['queued_recommendation_id'],
  ad_platform_unavailable: ['action_id'],
  internal_error: ['request_id'],
};

/** Checksums computed with another implementation of CRC-32 (IEEE) in base 62. */
const KEY_VECTORS: [right: string, wrong: string][] = [
  ['svc_live_0000000000000000000000000000002C8GjS', 'svc_live_0000000000000000000000000000002C8Gj0'],
  ['svc_live_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz4IlJEz', 'svc_live_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz4IlJE0'],
  ['svc_live_abcdefghijklmnopqrstuvwxyz01232LolCm', 'svc_live_abcdefghijklmnopqrstuvwxyz01232LolC0'],
  ['svc_live_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O50Zb5Hm', 'svc_live_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O50Zb5H0'],
  ['svc_live_pad258xxxxxxxxxxxxxxxxxxxxxxxx00iwGq', 'svc_live_pad258xxxxxxxxxxxxxxxxxxxxxxxx00iwG0'],
];

test('there are ten scopes, in the specification’s order', () => {
  assert.deepEqual(Object.keys(SCOPES), Object.keys(SCOPE_TOOLS));
});

test('each role carries its ceiling, and staff only read', () => {
  const member = [
    'organizations:read',
    'campaigns:read',
    'performance:read',
    'reports:read',
    'reports:generate',
    'recommendations:read',
  ];
  const admin = [...member, 'recommendations:apply', 'campaigns:write', 'keywords:write'];
  assert.deepEqual(ROLES, ['owner', 'admin', 'member']);
  assert.deepEqual([...ceilingOf('member')], member);
  assert.deepEqual([...ceilingOf('admin')], admin);
  assert.deepEqual([...ceilingOf('owner')], [...admin, 'audit:read']);
  assert.deepEqual(
    [...ceilingOf(null)],
    member.filter((scope) => scope !== 'reports:generate'),
  );
});

test('each operation stands where the specification puts it, with its scope, its tool and who may call it', () => {
  for (const { name, rest, scope, tool, ownersOnly } of operations) {
    const { paginated: _, forOwners = false, ...endpoint } = endpointOf(name);
    const here = { route: `${rest.method} ${rest.path}`, scope, tool, forOwners: ownersOnly };
    assert.deepEqual(here, { ...endpoint, forOwners }, name);
  }
});

test('operations come in the specification’s order, each once', () => {
  const names = operations.map(({ name }) => name);
  assert.deepEqual(
    names,
    Object.keys(ENDPOINTS).filter((name) => names.includes(name)),
  );
});

test('each tool needs the scope that the scope table gives it', () => {
  for (const { tool, scope, name } of operations) {
    if (tool === null) continue;
    const tools = scope === null ? TOOLS_WITHOUT_SCOPE : (SCOPE_TOOLS[scope] ?? []);
    assert.ok(tools.includes(tool), `${name}: ${tool} does not belong to ${scope}`);
  }
});

test('keys are not administered through the API', () => {
  for (const { rest } of operations) assert.doesNotMatch(rest.path, /key(?!word)|member|sign-|approval/);
  for (const { audience, name } of dashboardOperations) assert.notEqual(audience, 'everyone', name);
});

test('each error code has its status and its extra fields', () => {
  assert.deepEqual(
    Object.fromEntries(Object.entries(ERRORS).map(([code, { status }]) => [code, status])),
    ERROR_STATUS,
  );
  for (const [code, entry] of Object.entries(ERRORS)) {
    assert.deepEqual('extra' in entry ? entry.extra : [], ERROR_FIELDS[code] ?? [], code);
  }
});

test('tasks fail for one of seven reasons', () => {
  assert.deepEqual(Object.keys(FAILURE_REASONS), [
    'task_error',
    'stuck_timeout',
    'killed_by_restart',
    'worker_shutdown',
    'setup_required',
    'google_ads_refused',
    'google_ads_connection_broken',
  ]);
});

test('the limits are those of the specification', () => {
  assert.deepEqual(PAGE_SIZE, { default: 20, min: 1, max: 100 });
  const config = loadConfig({ DATABASE_URL: 'postgres://localhost/none' });
  assert.equal(config.rateLimitPerMinute, 300);
  assert.equal(config.anonymousRateLimitPerMinute, 300);
  assert.equal(config.dailyWriteQuota, 1_000);
});

test('every paginated operation takes limit and cursor and answers total and next_cursor, and no other does', () => {
  for (const { name, input, output } of operations) {
    const { paginated = false } = endpointOf(name);
    const takes = ['limit', 'cursor'].filter((field) => field in input.shape);
    assert.deepEqual(takes, paginated ? ['limit', 'cursor'] : [], name);
    const answered = output instanceof z.ZodObject ? Object.keys(output.shape) : [];
    assert.equal(answered.includes('next_cursor') && answered.includes('total'), paginated || isOrganizationList(name));
  }
});

test('addresses follow from one', () => {
  const config = loadConfig({ PORT: '4100', DATABASE_URL: 'postgres://localhost/none' });
  assert.deepEqual(
    [config.publicUrl, config.baseUrl, config.mcpUrl, config.authUrl, config.appUrl],
    [
      'http://localhost:4100',
      'http://localhost:4100/v1',
      'http://localhost:4100',
      'http://localhost:4100',
      'http://localhost:4100',
    ],
  );
});

test('a key is svc_live_, 30 random characters and a 6-character checksum of those 30', () => {
  for (const [key, wrong] of KEY_VECTORS) {
    assert.equal(isWellFormedKey(key), true, key);
    assert.equal(isWellFormedKey(wrong), false, wrong);
  }
  const made = Array.from({ length: 200 }, makeKey);
  for (const key of made) {
    assert.match(key, /^svc_live_[0-9A-Za-z]{36}$/);
    assert.equal(key.slice(-6), base62(crc32(key.slice(9, 39))).padStart(6, '0'));
    assert.equal(isWellFormedKey(key), true);
    assert.equal(isWellFormedKey(key.replace('svc_live_', 'svc_test_')), false);
    assert.deepEqual(visibleParts(key), { prefix: key.slice(0, 13), lastFour: key.slice(-4) });
  }
  assert.equal(new Set(made).size, made.length);
});

test('of a key only its SHA-256 hash is kept', () => {
  assert.equal(hashOf('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

function endpointOf(name: string): Endpoint {
  const endpoint = ENDPOINTS[name];
  assert.ok(endpoint, `${name} is not in the specification: it needs a row in test/endpoints.ts`);
  return endpoint;
}

/** Answers everything at once, in the shape of a list. */
function isOrganizationList(name: string): boolean {
  return name === 'list_organizations';
}

/** CRC-32 bit by bit, as its definition reads. */
function crc32(text: string): number {
  let value = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

function base62(value: number): string {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return value < 62 ? digits.charAt(value) : base62(Math.floor(value / 62)) + digits.charAt(value % 62);
}
