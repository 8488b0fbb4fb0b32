import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { eventOf } from '../../harness/audit-events.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { ALL_SCOPES } from '../../harness/world-people.ts';
import { MCP, PUBLIC, RELAXED, REST } from './app.ts';

describe('what clients discover', () => {
  const suite = wholeSuite();
  let service: RunningService;

  before(async () => {
    service = await startService(suite, RELAXED);
  });

  const json = async (path: string) => {
    const answer = await fetch(service.base + path);
    assert.equal(answer.status, 200, path);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    return z.record(z.string(), z.unknown()).parse(await answer.json());
  };

  test('the protected resource metadata stands at the well-known address with the path of the resource as a suffix', async () => {
    for (const [path, resource] of [
      ['/mcp', MCP],
      ['/v1', REST],
    ]) {
      assert.deepEqual(await json(`/.well-known/oauth-protected-resource${path}`), {
        resource,
        authorization_servers: [PUBLIC],
        scopes_supported: ALL_SCOPES,
        bearer_methods_supported: ['header'],
      });
    }
    const bare = await fetch(`${service.base}/.well-known/oauth-protected-resource`);
    assert.equal(bare.status, 404);
  });

  test('a 401 of the REST API names its metadata', async () => {
    const answer = await fetch(`${service.base}/v1/organizations`);
    assert.equal(answer.status, 401);
    assert.equal(
      answer.headers.get('www-authenticate'),
      'Bearer resource_metadata="http://localhost:3000/.well-known/oauth-protected-resource/v1"',
    );
  });

  test('the authorization server metadata states dynamic registration and client ID metadata documents', async () => {
    assert.deepEqual(await json('/.well-known/oauth-authorization-server'), {
      issuer: 'http://localhost:3000',
      authorization_endpoint: 'http://localhost:3000/oauth/authorize',
      token_endpoint: 'http://localhost:3000/oauth/token',
      registration_endpoint: 'http://localhost:3000/oauth/register',
      revocation_endpoint: 'http://localhost:3000/oauth/revoke',
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
      scopes_supported: ALL_SCOPES,
      protected_resources: [MCP, REST],
    });
  });

  test('nothing of OpenID is published', async () => {
    const answer = await fetch(`${service.base}/.well-known/openid-configuration`);
    assert.equal(answer.status, 404);
  });

  test('pages of other sites may register, exchange and revoke, and each asking is kept', async () => {
    const { key } = await service.world.addKey();
    for (const endpoint of ['register', 'token', 'revoke']) {
      const answer = await fetch(`${service.base}/oauth/${endpoint}`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://inspector.example',
          authorization: `Bearer ${key}`,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
      assert.ok(answer.headers.get('access-control-allow-origin'), endpoint);
      assert.ok(answer.status < 300, endpoint);
      const event = await eventOf(service.database, String(answer.headers.get('x-request-id')));
      assert.deepEqual([event.operation, event.status_code], [`oauth_${endpoint}`, answer.status]);
    }
  });

  test('what the library answers without a word is told in the trail all the same', async () => {
    const { key } = await service.world.addKey();
    for (const [method, path] of [
      ['GET', 'revoke'],
      ['POST', 'authorize'],
    ] as const) {
      const answer = await fetch(`${service.base}/oauth/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
      const event = await eventOf(service.database, String(answer.headers.get('x-request-id')));
      assert.deepEqual([event.status_code, event.error_code], [404, 'unknown_path']);
    }
  });
});
