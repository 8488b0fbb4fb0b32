import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { ALL_SCOPES } from '../../harness/world-people.ts';
import { App, newOwner, RELAXED } from './app.ts';

const listed = z.object({
  organizations: z.array(z.object({ slug: z.string(), role: z.string().nullable(), access: z.string() })),
});

describe('what a connection covers', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, RELAXED);
  });

  async function tokenOf(person: Awaited<ReturnType<typeof newOwner>>): Promise<string> {
    return (await (await App.registered(service)).connect({ person })).access_token;
  }
  const codeOf = async (key: string, path: string, method = 'GET', body?: unknown) => {
    const answer = await service.call(method, `/v1${path}`, { key, ...(body !== undefined && { body }) });
    return answer.status === 200 ? 'works' : answer.error.code;
  };
  const organizationsOf = async (key: string) =>
    listed.parse((await service.call('GET', '/v1/organizations', { key })).json).organizations;

  test('every organization the account belongs to, capped in each by the role held there', async () => {
    const person = await newOwner(service);
    const second = await service.world.addOrganization('coverage-second');
    await service.world.addMember(second, person, 'member');
    const token = await tokenOf(person);
    const roles = (await organizationsOf(token)).map(({ slug, role }) => `${slug} ${role}`).sort();
    assert.deepEqual(roles, ['coverage-second member', 'harbor owner']);
    assert.equal(await codeOf(token, '/organizations/harbor/actions'), 'works');
    assert.equal(await codeOf(token, '/organizations/coverage-second/actions'), 'role_denied');
    assert.equal(await codeOf(token, '/organizations/coverage-second/campaigns'), 'works');
  });

  test('what was joined after the yes too, and what was left no more: membership is checked live', async () => {
    const person = await newOwner(service);
    const token = await tokenOf(person);
    const later = await service.world.addOrganization('coverage-later');
    assert.equal(await codeOf(token, '/organizations/coverage-later/campaigns'), 'org_access_denied');
    await service.world.addMember(later, person, 'member');
    assert.equal(await codeOf(token, '/organizations/coverage-later/campaigns'), 'works');
    await service.world.remove(person);
    assert.equal(await codeOf(token, '/organizations/harbor/campaigns'), 'org_access_denied');
    assert.equal(await codeOf(token, '/organizations/coverage-later/campaigns'), 'works');
  });

  test('no organization that a request does not name: every request names its own', async () => {
    const token = await tokenOf(await newOwner(service));
    assert.equal(await codeOf(token, '/organizations/_/campaigns'), 'org_access_denied');
  });

  test('for the operator’s staff the organizations assigned to their team, read only, whatever was granted', async () => {
    const { staff } = service.world.people;
    const { token } = await service.world.addApp({ person: staff, scopes: ALL_SCOPES });
    assert.deepEqual(await organizationsOf(token), [{ slug: 'harbor', role: null, access: 'adops_team' }]);
    const campaign = `/organizations/harbor/campaigns/${service.world.campaignSlug}`;
    assert.equal(await codeOf(token, campaign), 'works');
    assert.equal(await codeOf(token, campaign, 'PATCH', { name: 'Taken' }), 'insufficient_scope');
    assert.equal(await codeOf(token, '/organizations/harbor/actions'), 'role_denied');
    assert.equal(await codeOf(token, '/organizations/orchard/campaigns'), 'org_access_denied');
  });

  test('all clients of an agency, one connection for the whole of it', async () => {
    const person = await newOwner(service);
    const clients = ['coverage-client-1', 'coverage-client-2'];
    for (const slug of clients) {
      await service.world.addMember(await service.world.addOrganization(slug), person, 'admin');
    }
    const token = await tokenOf(person);
    for (const slug of clients) assert.equal(await codeOf(token, `/organizations/${slug}/campaigns`), 'works');
    const { json } = await service.call('GET', '/dashboard/v1/connected-apps', person);
    assert.equal(z.object({ connected_apps: z.array(z.unknown()) }).parse(json).connected_apps.length, 1);
  });
});
