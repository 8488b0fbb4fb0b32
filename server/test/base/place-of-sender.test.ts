import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller, OrganizationAccess } from '../../src/base/caller.ts';
import { placeOfSender } from '../../src/base/holder.ts';
import { ROLES, SCOPE_NAMES } from '../../src/base/scopes.ts';

const SENT = { ip: '192.0.2.7', strangers: 'ip', organization: undefined };

function access(organizationId: number, role: OrganizationAccess['role'] = 'owner'): OrganizationAccess {
  const scopes = new Set(SCOPE_NAMES.slice(0, SCOPE_NAMES.length - ROLES.indexOf(role ?? 'member')));
  return { organizationId, slug: `org${organizationId}`, role, access: role ? 'membership' : 'adops_team', scopes };
}

function caller(via: Caller['via'], ...organizations: OrganizationAccess[]): Caller {
  const session = via === 'session' ? { session: { hash: Buffer.alloc(32), countedAs: 'session:1' } } : {};
  return {
    ...{ via, credentialId: via, personId: 5, email: 'mia@harbor.example', name: 'Mia', granted: new Set() },
    ...{ organizations: new Map(organizations.map((one) => [one.slug, one])), rateLimitPerMinute: null, expiresAt: 0 },
    ...session,
  };
}

const holderOf = (who: Caller | undefined, sent = {}) => placeOfSender(who, { ...SENT, ...sent }).holder;
const partOf = (who: Caller | undefined, sent = {}) => placeOfSender(who, { ...SENT, ...sent }).part;

test('a request takes the turn of the organization that it names', () => {
  const mia = caller('session', access(1), access(2));
  assert.equal(holderOf(mia, { organization: 'org1' }), '1');
  assert.equal(holderOf(mia, { organization: 'org2' }), '2');
});

test('a request that names none, or one its sender does not belong to, takes the turn of where they are most at home', () => {
  const mia = caller('session', access(1, 'member'), access(2), access(3), access(4, null));
  for (const organization of [undefined, 'org4', 'org9']) assert.equal(holderOf(mia, { organization }), '2');
  assert.equal(holderOf(caller('session', access(4, null))), 'person 5');
});

test('what a person’s keys and apps ask for waits apart from their sessions, and does not multiply with them', () => {
  const parts = ['api_key', 'connected_app', 'session'] as const;
  assert.equal(new Set(parts.map((via) => partOf(caller(via, access(1))))).size, 3);
  const another = { ...caller('api_key', access(1)), credentialId: 'another' };
  assert.equal(partOf(another), partOf(caller('api_key', access(1))));
});

test('strangers of all networks take one turn; in it networks do, and in each of these its addresses, and each kind apart', () => {
  const at = (ip: string, strangers = 'ip') => placeOfSender(undefined, { ...SENT, ip, strangers });
  const one = at('192.0.2.7');
  for (const another of [at('192.0.2.8'), at('198.51.100.1'), at('2001:db8::1')]) {
    assert.equal(another.holder, one.holder);
  }
  assert.equal(at('192.0.2.8').part, one.part);
  assert.notEqual(at('192.0.2.8').within, one.within);
  assert.notEqual(at('198.51.100.1').part, one.part);
  assert.notEqual(at('192.0.2.7', 'visitor').within, one.within);
});
