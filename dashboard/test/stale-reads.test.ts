import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TOPICS } from '../../server/src/base/topics.ts';
import { api } from '../src/api.ts';
import { previewKey, showsTopic } from '../src/events/stale-reads.ts';

/** What nothing that happens in the organization makes out of date, or what is only read when somebody asks. */
const NEVER_STALE = ['find_locations', 'list_audit_events', 'export_audit'];

test('every read of an organization is made again when something it shows has changed', () => {
  const reads = Object.entries(api).filter(([, { route }]) => route.startsWith('GET /organizations/{org}'));
  const forgotten = reads
    .filter(([, { route }]) => !showsTopic([route, { org: 'acme' }], 'acme', TOPICS))
    .map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  assert.deepEqual(
    forgotten.filter((name) => !NEVER_STALE.includes(name)),
    [],
  );
});

test('what changes in one organization leaves what was read of another alone', () => {
  const key = [api.listCampaigns.route, { org: 'acme' }];
  assert.equal(showsTopic(key, 'acme', ['campaigns']), true);
  assert.equal(showsTopic(key, 'other', ['campaigns']), false);
  assert.equal(showsTopic(key, 'acme', ['members']), false);
});

test('a preview is made again when what it goes by has changed', () => {
  const key = previewKey('acme', 'one');
  for (const topic of ['organization', 'ad_accounts', 'campaigns', 'figures', 'recommendations', 'actions'] as const) {
    assert.equal(showsTopic(key, 'acme', [topic]), true, topic);
    assert.equal(showsTopic(key, 'other', [topic]), false, topic);
  }
  assert.equal(showsTopic(key, 'acme', ['members', 'keys', 'tasks']), false);
});

test('a card that waits is read again with every preview, and when the access of its requester may have changed', () => {
  const card = [api.previewQueuedWrite.route, { org: 'acme', queued_write_id: 'qw_1' }];
  const preview = previewKey('acme', 'one');
  const access = TOPICS.filter((topic) => ['members', 'keys'].includes(topic));
  for (const topic of [...TOPICS.filter((one) => showsTopic(preview, 'acme', [one])), ...access]) {
    assert.equal(showsTopic(card, 'acme', [topic]), true, topic);
  }
  assert.equal(showsTopic(card, 'other', TOPICS), false);
});
