import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import fc from 'fast-check';
import { dashboardOperations, operations } from '../../../catalogue.ts';
import { assertEachAuditedOnce, eventOf } from '../../harness/audit-events.ts';
import type { CallOptions, HttpAnswer } from '../../harness/client.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const SEED = 20_260_302;
const FUZZ_RUNS = 3_000;
const FUZZ_MS = 8_000;
const UNLIMITED = { rateLimitPerMinute: 10_000_000, anonymousRateLimitPerMinute: 10_000_000 };

/** An operation that takes a body, for what is wrong with bodies as such. */
const TAKES_BODY = '/dashboard/v1/organizations/harbor/members';

describe('input that is not as it should be', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let key: string;

  before(async () => {
    service = await startService(suite, { config: UNLIMITED });
    key = (await service.world.addKey()).key;
  });

  test('a body that is not JSON answers 400 validation_error', async () => {
    for (const raw of ['{', '{"a":1,}', 'name=x', "{'a':1}", '[1', 'NaN', '{"a":01}', '\uFEFF', '"', '{"a":1}x']) {
      await refuses(await post({ raw }), 400, 'body');
    }
  });

  test('a body in anything but UTF-8 answers 400', async () => {
    for (const bytes of [
      [0x7b, 0xff, 0x7d],
      [0x22, 0xc3, 0x28, 0x22],
      [0xed, 0xa0, 0x80],
      [0xfe, 0xff, 0, 0x7b, 0, 0x7d],
    ]) {
      await refuses(await post({ raw: Buffer.from(bytes) }), 400, 'body');
    }
  });

  test('a body without application/json answers 415', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'json',
      'a/b/c',
      '',
    ]) {
      await refuses(await post({ raw: '{}', headers: { 'content-type': type } }), 415, 'body');
    }
  });

  test('application/json is understood with parameters and in any case', async () => {
    for (const type of ['application/json; charset=utf-8', 'Application/JSON', 'application/json ;x=y']) {
      await refuses(await post({ raw: '{}', headers: { 'content-type': type } }), 422, 'email');
    }
  });

  test('a body larger than its operation takes answers 413, one that is just as large is read', async () => {
    const filled = (length: number) => `{"email":"${'a'.repeat(length - 12)}"}`;
    await refuses(await post({ raw: filled(16 * KIB + 1) }), 413, 'body');
    await refuses(await post({ raw: filled(16 * KIB) }), 422, 'email');
    await refuses(await post({ raw: filled(4 * MIB), headers: { 'content-length': String(4 * MIB) } }), 413, 'body');
  });

  test('a body where none is taken answers 415 unless it is JSON, and 422 for every field in it', async () => {
    const read = (raw: string, type: string) =>
      service.call('GET', '/v1/organizations', { key, raw, headers: { 'content-type': type } });
    await refuses(await read('hello', 'text/plain'), 415, 'body');
    await refuses(await read('{', 'application/json'), 400, 'body');
    await refuses(await read('{"limit":1}', 'application/json'), 422, 'limit');
    assert.equal((await read('{}', 'application/json')).status, 200);
  });

  test('arrays, null and bare values are no body', async () => {
    for (const raw of ['[]', 'null', '1', '"text"', 'true', '[{"email":"a"}]']) {
      await refuses(await post({ raw }), 422, 'body');
    }
  });

  test('nesting deeper than any operation needs is refused', async () => {
    for (const depth of [40, 1_000, 8_000]) {
      const answer = await post({ raw: `{"email":${'['.repeat(depth)}${']'.repeat(depth)}}` });
      await refuses(answer, 422);
    }
    await refuses(await post({ raw: `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}` }), 422);
  });

  test('text that no column can hold is refused with its field: NUL and lone surrogates', async () => {
    for (const bad of ['a\\u0000b', '\\ud800', '\\udc00x', 'x\\ud83d']) {
      await refuses(await post({ raw: `{"email":"${bad}","role":"member"}` }), 422, 'email');
      await refuses(await post({ raw: `{"${bad}":1}` }), 422);
    }
    await refuses(await post({ raw: '{"email":{"deep":["\\u0000"]}}' }), 422);
  });

  test('unknown body fields are a validation_error that names them', async () => {
    const answer = await post({ body: { email: 'a@b.example', role: 'member', dryrun: true, nested: {} } });
    await refuses(answer, 422, 'dryrun', 'nested');
  });

  test('a key that is sent twice is a validation_error that names it, at any depth', async () => {
    await refuses(await post({ raw: '{"email":"a","role":"member","email":"b"}' }), 422, 'email');
    await refuses(await post({ raw: '{"email":{"deep":[{"x":1,"\\u0078":2}]}}' }), 422, 'email.deep.0.x');
    await refuses(await post({ raw: '{"__proto__":1,"__proto__":2}' }), 422, '__proto__');
    await refuses(await post({ raw: '{"email":1,"email":2' }), 400, 'body');
  });

  test('at most 20 fields are named, and how many more there are', async () => {
    const body = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`x${n}`, 1]));
    const answer = await post({ body: { email: 'a@b.example', role: 'member', ...body } });
    await refuses(answer, 422, 'x0', 'x19');
    assert.equal(Array.isArray(answer.error.fields) && answer.error.fields.length, 20);
    assert.match(
      String(answer.error.message),
      /^x0: is not a field of this operation \(and 89 more; fields names the first 20\)$/,
    );
    const endless = await post({ body: { ['x'.repeat(10_000)]: 1 } });
    assert.ok(endless.text.length < 2_000, 'a field is not named at any length');
    await refuses(await get(`/organizations?${Array.from({ length: 500 }, (_, n) => `x${n}=1`).join('&')}`), 422, 'x0');
  });

  test('a __proto__ field is an unknown field and never lends its members', async () => {
    const smuggled = '{"__proto__":{"email":"mina@people.example","role":"admin"}}';
    await refuses(await post({ raw: smuggled }), 422, '__proto__');
    await refuses(await post({ raw: '{"email":"a","role":"member","__proto__":null}' }), 422, '__proto__');
    await refuses(
      await post({ raw: '{"email":"a","role":"member","constructor":{"prototype":1}}' }),
      422,
      'constructor',
    );
    assert.equal(Object.hasOwn(Object.prototype, 'role'), false);
  });

  test('a field of the path is not taken from the body', async () => {
    const { id } = service.world.people.member;
    const answer = await asOwner('PUT', `${TAKES_BODY}/${id}`, { body: { role: 'admin', person_id: 1 } });
    await refuses(answer, 422, 'person_id');
  });

  test('unknown query parameters are a validation_error that names them', async () => {
    await refuses(await get('/organizations?limitt=5&x=1'), 422, 'limitt', 'x');
    await refuses(await get('/organizations?__proto__=1'), 422, '__proto__');
    await refuses(await get('/organizations?constructor=1'), 422, 'constructor');
    await refuses(await asOwner('POST', `${TAKES_BODY}?dry_run=true`, { body: {} }), 422, 'dry_run');
  });

  test('a query parameter sent twice is refused', async () => {
    await refuses(await get('/organizations/harbor/audit/export?format=csv&format=json'), 422, 'format');
  });

  test('NUL and broken escapes in a query are refused or unknown, never an error of ours', async () => {
    await refuses(await get('/organizations/harbor/audit/export?from=%00'), 422, 'from');
    for (const query of ['?from=%zz', '?%', '?%00=1', '?a=%ff%fe', '?=&=&', '?from[]=1', '?from=%ED%A0%80']) {
      await refuses(await get(`/organizations/harbor/audit/export${query}`), 422);
    }
  });

  test('dates that do not exist, and values out of their range, are refused with their field', async () => {
    for (const from of [
      '2026-02-30',
      '2026-13-01',
      '0000-00-00',
      '26-1-1',
      '2026-01-01T00:00:00Z',
      '99999-01-01',
      '-1',
      '',
    ]) {
      await refuses(await get(`/organizations/harbor/audit/export?from=${from}`), 422, 'from');
    }
    await refuses(await get('/organizations/harbor/audit/export?format=xml'), 422, 'format');
  });

  test('absurd numbers in a path name nothing', async () => {
    for (const id of [
      '0',
      '-1',
      '1e3',
      '1.5',
      'Infinity',
      'NaN',
      '0x10',
      '9007199254740993',
      '9'.repeat(30),
      '%EF%BC%91',
      '%2B1',
      '1%00',
      'null',
    ]) {
      await answers(await get(`/task-tracking/${id}`), 404, 'not_found');
    }
  });

  test('absurd numbers in a body are refused', async () => {
    for (const number of ['1e999', '-1e999', '1e-999', '123456789012345678901234567890', '-0', '0.1']) {
      await refuses(await post({ raw: `{"email":${number},"role":"member"}` }), 422, 'email');
    }
  });

  test('a very long path parameter names nothing', async () => {
    await answers(await get(`/organizations/${'a'.repeat(150)}`), 403, 'org_access_denied');
    await answers(await get(`/organizations/${'a'.repeat(5_000)}`), 404, 'not_found');
    await answers(await get(`/task-tracking/${'1'.repeat(5_000)}`), 404, 'not_found');
  });

  test('a path that is not properly percent-encoded names nothing', async () => {
    for (const path of [
      '/%',
      '/%zz',
      '/organizations/%',
      '/organizations/%E0%A4%A',
      '/organizations/%ff',
      '/task-tracking/%c0%80',
    ]) {
      await answers(await get(path), 404, 'not_found');
    }
  });

  test('NUL, slashes and dots hidden in a path lead nowhere', async () => {
    await answers(await get('/organizations/harbor%00'), 403, 'org_access_denied');
    await answers(await get('/organizations/harbor%2Faudit%2Fexport'), 403, 'org_access_denied');
    for (const path of [
      '/organizations/harbor/../orchard',
      '//organizations',
      '/organizations//',
      '/./organizations',
      '/organizations/harbor/%2e%2e',
    ]) {
      const { status } = await get(path);
      assert.ok(status === 403 || status === 404, `${path}: ${status}`);
    }
  });

  test('an unknown path answers not_found, and unauthorized to whoever shows no credential', async () => {
    for (const path of [
      '/nothing',
      '/organizations/harbor/nothing',
      '/',
      '',
      '/openapi',
      '/openapi.json/x',
      '/Organizations',
    ]) {
      await answers(await get(path), 404, 'not_found');
      await answers(await service.call('GET', `/v1${path}`), 401, 'unauthorized');
    }
  });

  test('a method that a path does not take answers method_not_allowed with Allow', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await service.call(method, '/v1/organizations', { key });
      await answers(answer, 405, 'method_not_allowed');
      assert.equal(answer.headers.allow, 'GET');
    }
    const members = await asOwner('DELETE', TAKES_BODY, {});
    assert.equal(members.status, 405);
    assert.deepEqual(members.headers.allow?.split(', ').sort(), ['GET', 'POST']);
  });

  test('a method that HTTP hardly knows is refused like any other', async () => {
    for (const method of ['PROPFIND', 'MKCOL', 'QUERY', 'TRACE', 'LINK']) {
      const answer = await service.call(method, '/v1/organizations', { key });
      await answers(answer, 405, 'method_not_allowed');
      await answers(await service.call(method, '/v1/nothing', { key }), 404, 'not_found');
    }
  });

  test('access is checked before input: whoever may not call learns nothing of what is wrong with it', async () => {
    await answers(await service.call('GET', '/v1/organizations?x=1'), 401, 'unauthorized');
    await answers(await service.call('POST', TAKES_BODY, { raw: '{' }), 401, 'unauthorized');
    await answers(await service.call('POST', TAKES_BODY, { raw: 'a'.repeat(2 * MIB) }), 401, 'unauthorized');
    const { cookie } = service.world.people.member;
    await answers(await service.call('POST', TAKES_BODY, { raw: '{', cookie }), 403, 'role_denied');
  });

  test('an empty Authorization header and an endless one are no credential', async () => {
    for (const authorization of ['', ' ', 'Bearer', 'Bearer  ', `Bearer ${'a'.repeat(8_000)}`, 'Bearer \u00e9']) {
      await answers(
        await service.call('GET', '/v1/organizations', { headers: { authorization } }),
        401,
        'unauthorized',
      );
    }
  });

  test('no random request is answered by an error of ours', async () => {
    const { cookie } = service.world.people.owner;
    const paths = [...operations, ...dashboardOperations.filter(({ name }) => name !== 'sign_out')].map(
      ({ rest }) => rest.path,
    );
    const segment = fc.oneof(
      fc.constantFrom('harbor', 'orchard', '_', '%00', '%', '..', '1', '-1', '9'.repeat(20), 'a'.repeat(300)),
      fc.string({ unit: 'grapheme' }).map(encodeURIComponent),
    );
    const path = fc
      .tuple(fc.constantFrom(...paths, '/{a}/{b}', '/{a}'), fc.array(segment, { minLength: 3, maxLength: 3 }))
      .map(([template, values]) => template.replaceAll(/\{\w+\}/g, () => values.pop() ?? 'x'));
    const query = fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      fc
        .dictionary(fc.constantFrom('from', 'to', 'format', 'limit', 'cursor', '__proto__', 'x'), fc.string())
        .map((values) => `?${new URLSearchParams(values)}`),
      fc.webQueryParameters().map((text) => `?${text}`),
    );
    const body = fc.oneof(fc.constant(undefined), fc.json(), fc.string(), fc.json({ noUnicodeString: false }));
    const request = fc.record({
      method: fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'),
      prefix: fc.constantFrom('/v1', '/dashboard/v1'),
      path,
      query,
      body,
      type: fc.constantFrom('application/json', 'text/plain'),
    });
    let last: Promise<HttpAnswer> | undefined;
    await fc.assert(
      fc.asyncProperty(request, async ({ method, prefix, path, query, body, type }) => {
        const headers = body === undefined ? {} : { 'content-type': type };
        const options = { key, cookie, headers, ...(body === undefined ? {} : { raw: body }) };
        last = service.call(method, prefix + path + query, options);
        const { status, text } = await last;
        assert.ok(status < 500, `${status} ${text}`);
      }),
      { seed: SEED, numRuns: FUZZ_RUNS, interruptAfterTimeLimit: FUZZ_MS, markInterruptAsFailure: false },
    );
    await last; // which the time limit may have left behind
  });

  test('every request leaves exactly one audit event', async () => {
    await assertEachAuditedOnce(service.database, service.requestIds);
  });

  const get = (path: string) => service.call('GET', `/v1${path}`, { key });
  const post = (options: CallOptions) => asOwner('POST', TAKES_BODY, options);
  const asOwner = (method: string, path: string, options: CallOptions) =>
    service.call(method, path, { cookie: service.world.people.owner.cookie, ...options });

  async function answers(answer: HttpAnswer, status: number, code: string): Promise<void> {
    assert.deepEqual([answer.status, answer.error.code], [status, code], answer.text);
    const event = await eventOf(service.database, answer.requestId, { status, code });
    assert.deepEqual([event.status_code, event.error_code], [status, code]);
  }

  /** A validation_error whose fields are exactly those named; any field where none is. */
  async function refuses(answer: HttpAnswer, status: number, ...fields: string[]): Promise<void> {
    await answers(answer, status, 'validation_error');
    const named = Array.isArray(answer.error.fields) ? answer.error.fields.map(({ path }) => path) : [];
    assert.ok(named.length > 0, answer.text);
    for (const field of fields) assert.ok(named.includes(field), `${field} is not among ${named}`);
  }
});
