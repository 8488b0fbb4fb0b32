import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { auditEvents } from '../../harness/audit-events.ts';
import { type RunningService, startService, wholeSuite } from '../../harness/service.ts';
import { ALL_SCOPES, CEILINGS, type Person } from '../../harness/world-people.ts';
import { App, Browser, MCP, newOwner, type Offered, RELAXED, statusWith, taken } from './app.ts';

const redirect = z.object({ redirect_to: z.string() });

describe('consent', () => {
  const suite = wholeSuite();
  let service: RunningService;
  let app: App;

  before(async () => {
    service = await startService(suite, RELAXED);
    app = await App.registered(service);
  });

  const approve = (browser: Browser, uid: string, scopes: readonly string[]) =>
    browser.call('POST', `/connect-requests/${uid}/approve`, { scopes });

  test('says who asks, for what, and for which organizations', async () => {
    const { member } = service.world.people;
    const browser = new Browser(service, member);
    const uid = await app.ask(browser, { resource: MCP, scope: 'campaigns:read campaigns:write' });
    const { status, json } = await browser.call('GET', `/connect-requests/${uid}`);
    assert.equal(status, 200);
    const { expires_at, ...shown } = json;
    assert.ok(expires_at);
    assert.deepEqual(shown, {
      app: {
        name: 'Assistant',
        client_id: app.clientId,
        known_by: 'registration',
        redirects_to: 'localhost:7777',
        on_this_device: true,
      },
      resource: 'mcp',
      organizations: [{ slug: 'harbor', name: 'Harbor', role: 'member' }],
      scopes: [
        {
          name: 'campaigns:read',
          description: 'See campaigns and keywords, and run detectors',
          changes_things: false,
          available: true,
          granted_before: false,
        },
        {
          name: 'campaigns:write',
          description: 'Change budgets, names, target CPA and states; create drafts and ads',
          changes_things: true,
          available: false,
          granted_before: false,
        },
      ],
      connected_before: false,
    });
  });

  test('shows a name with what it hides', async () => {
    const tricky = await App.registered(service, { client_name: 'Sluice\u202e evil' });
    const browser = new Browser(service, service.world.people.owner);
    const { json } = await browser.call('GET', `/connect-requests/${await tricky.ask(browser)}`);
    assert.equal(z.object({ name: z.string() }).parse(json.app).name, 'Sluice\\u{202e} evil');
  });

  test('and the audit trail calls the app the same', async () => {
    for (const [client_name, called] of [
      ['Sluice\u202e evil', 'Sluice\\u{202e} evil'],
      [undefined, 'localhost:7777'],
    ]) {
      const person = await newOwner(service);
      await (await App.registered(service, { client_name })).connect({ person });
      await service.service.gate.audit.drained();
      const events = await auditEvents(service.database);
      const told = events.filter(({ user, operation }) => user === person.email && operation.startsWith('oauth_'));
      assert.ok(told.some(({ operation }) => operation === 'oauth_token'));
      assert.deepEqual(new Set(told.map(({ client }) => client)), new Set([called]));
    }
  });

  test('unchecking narrows the grant to what stays checked', async () => {
    const reads = ALL_SCOPES.filter((scope) => scope.endsWith(':read'));
    const { scope } = await app.connect({ pick: () => reads });
    assert.deepEqual(scope.split(' ').sort(), [...reads].sort());
  });

  test('a client that names no scopes is offered all ten; what OpenID knows counts as none', async () => {
    for (const scope of [undefined, '', 'openid offline_access', 'openid profile email']) {
      let offered: Offered[] = [];
      const pick = (shown: Offered[]) => {
        offered = shown;
        return ['campaigns:read'];
      };
      await app.connect({ ...(scope !== undefined && { scope }), pick });
      assert.deepEqual(
        offered.map(({ name }) => name),
        ALL_SCOPES,
      );
    }
  });

  test('scopes the person’s roles do not allow must be unchecked or approval fails', async () => {
    const { people } = service.world;
    for (const role of ['member', 'admin', 'staff'] as const) {
      const browser = new Browser(service, people[role]);
      const uid = await app.ask(browser);
      const refused = await approve(browser, uid, ALL_SCOPES);
      assert.equal(refused.status, 403);
      assert.equal(z.object({ code: z.string() }).parse(refused.json.error).code, 'role_denied');
      const approved = await approve(browser, uid, CEILINGS[role]);
      assert.equal(approved.status, 200, JSON.stringify(approved.json));
    }
  });

  test('a scope that was not asked for, and none at all, cannot be approved', async () => {
    const browser = new Browser(service, service.world.people.owner);
    const uid = await app.ask(browser, { scope: 'campaigns:read' });
    for (const scopes of [['campaigns:read', 'campaigns:write'], ['everything'], []]) {
      assert.equal((await approve(browser, uid, scopes)).status, 422);
    }
  });

  test('the scopes approved on reconnecting replace the old ones, effective from the next token refresh', async () => {
    const person = await newOwner(service);
    const wide = await app.connect({ person });
    const narrow = await app.connect({ person, pick: () => ['organizations:read'] });
    assert.equal(narrow.scope, 'organizations:read');
    assert.equal(await statusWith(service, wide.access_token, '/organizations/harbor/campaigns'), 200);
    const next = taken(await app.refresh(wide.refresh_token));
    assert.equal(next.scope, 'organizations:read');
    assert.equal(await statusWith(service, next.access_token, '/organizations/harbor/campaigns'), 403);
    const again = await app.connect({ person, pick: () => ['campaigns:read'] });
    assert.equal(taken(await app.refresh(next.refresh_token)).scope, 'campaigns:read');
    assert.equal(again.scope, 'campaigns:read');
  });

  test('declining tells the app and gives it nothing', async () => {
    const browser = new Browser(service, service.world.people.owner);
    const uid = await app.ask(browser);
    const { json } = await browser.call('POST', `/connect-requests/${uid}/deny`);
    const back = await browser.go(redirect.parse(json).redirect_to);
    const location = new URL(back.headers.get('location') ?? '');
    assert.equal(location.searchParams.get('error'), 'access_denied');
    assert.equal(location.searchParams.get('state'), 'st4te');
    assert.equal(location.searchParams.has('code'), false);
  });

  test('a request is answered once: of those who answer at once one wins', async () => {
    const browser = new Browser(service, service.world.people.owner);
    const uid = await app.ask(browser);
    const answers = await Promise.all(Array.from({ length: 8 }, () => approve(browser, uid, ['campaigns:read'])));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal((await browser.call('GET', `/connect-requests/${uid}`)).status, 404);
    assert.equal((await browser.call('POST', `/connect-requests/${uid}/deny`)).status, 404);
  });

  test('a request runs out after an hour', async () => {
    const browser = new Browser(service, await newOwner(service));
    const uid = await app.ask(browser);
    service.clock.turn({ hours: 1 });
    assert.equal((await browser.call('GET', `/connect-requests/${uid}`)).status, 404);
    assert.equal((await approve(browser, uid, ['campaigns:read'])).status, 404);
    const late = await browser.go(`/oauth/authorize/${uid}`);
    assert.equal(late.status, 400);
    assert.match(await late.text(), /This request has run out/);
  });

  test('nobody answers without being signed in, nor from another site', async () => {
    const uid = await app.ask(new Browser(service));
    assert.equal((await new Browser(service).call('GET', `/connect-requests/${uid}`)).status, 401);
    assert.equal((await approve(new Browser(service), uid, ['campaigns:read'])).status, 401);
    const forged = await new Browser(service, service.world.people.owner).go(
      `/dashboard/v1/connect-requests/${uid}/approve`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        body: JSON.stringify({ scopes: ['campaigns:read'] }),
      },
    );
    assert.equal(forged.status, 401);
  });

  test('two requests in one browser do not mix', async () => {
    const browser = new Browser(service, await newOwner(service));
    const other = await App.registered(service, { client_name: 'Other' });
    const first = await app.ask(browser, { scope: 'campaigns:read' });
    const second = await other.ask(browser, { scope: 'audit:read' });
    const codes: string[] = [];
    for (const [uid, scope] of [
      [second, 'audit:read'],
      [first, 'campaigns:read'],
    ] as const) {
      const { json } = await approve(browser, uid, [scope]);
      const back = await browser.go(redirect.parse(json).redirect_to);
      codes.push(new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '');
    }
    assert.equal(taken(await other.exchange(codes[0] ?? '')).scope, 'audit:read');
    assert.equal(taken(await app.exchange(codes[1] ?? '')).scope, 'campaigns:read');
  });

  test('whoever signs in as somebody else in the same browser connects that other account', async () => {
    const browser = new Browser(service, await newOwner(service));
    await app.connect({ browser });
    const other = await newOwner(service);
    browser.signIn(other);
    const { access_token: token } = await app.connect({ browser });
    assert.equal(await statusWith(service, token), 200);
    const { json } = await browser.call('GET', '/connected-apps');
    assert.equal(z.array(z.unknown()).parse(json.connected_apps).length, 1);
  });

  describe('of somebody else’s link', () => {
    /** Mallory begins in a browser of her own and has Olga approve through the link. */
    async function tricked(attacker: Browser, victim: Person): Promise<{ uid: string; redirectTo: string }> {
      const uid = await app.ask(attacker);
      const { status, json } = await approve(new Browser(service, victim), uid, ['campaigns:read']);
      assert.equal(status, 200);
      return { uid, redirectTo: redirect.parse(json).redirect_to };
    }

    async function endsOnPage(browser: Browser, address: string): Promise<void> {
      const answer = await browser.go(address);
      assert.equal(answer.status, 403);
      assert.equal(answer.headers.get('location'), null);
      assert.match(await answer.text(), /This app was not connected/);
    }

    test('the attacker’s browser gets no code, signed in or not', async () => {
      const victim = await newOwner(service);
      for (const attacker of [new Browser(service), new Browser(service, await newOwner(service))]) {
        const { uid } = await tricked(attacker, victim);
        await endsOnPage(attacker, `/oauth/authorize/${uid}`);
        await endsOnPage(attacker, `/oauth/authorize/${uid}?ticket=${'x'.repeat(43)}`);
        await endsOnPage(attacker, `/oauth/authorize/${uid}?ticket=one&ticket=two`);
      }
    });

    test('not even with the address that the victim was sent on to', async () => {
      const victim = await newOwner(service);
      for (const attacker of [new Browser(service), new Browser(service, await newOwner(service))]) {
        await endsOnPage(attacker, (await tricked(attacker, victim)).redirectTo);
      }
    });

    for (const [which, named] of Object.entries({
      'that never was': async () => 'x'.repeat(43),
      'of somebody else': () => app.ask(new Browser(service)),
    })) {
      for (const withTicket of [false, true]) {
        const brings = withTicket ? 'the ticket' : 'no ticket';
        test(`nor with the cookies of their request and ${brings} at the address of one ${which}`, async () => {
          const attacker = new Browser(service);
          const { uid, redirectTo } = await tricked(attacker, await newOwner(service));
          const { pathname, search } = new URL(redirectTo);
          const address = pathname.replace(uid, await named()) + (withTicket ? search : '');
          const answer = await attacker.go(address, { headers: { cookie: attacker.cookiesFor(pathname) } });
          const back = new URL(answer.headers.get('location') ?? 'none:');
          assert.deepEqual([back.searchParams.get('error'), back.searchParams.get('code')], ['access_denied', null]);
        });
      }
    }

    test('and no event of what was refused names the victim, not even beside a key', async () => {
      const victim = await newOwner(service);
      const { key, creator } = await service.world.addKey({ creator: service.world.people.admin });
      for (const authorization of ['', `Bearer ${key}`]) {
        const attacker = new Browser(service);
        const { uid, redirectTo } = await tricked(attacker, victim);
        const { pathname } = new URL(redirectTo);
        const cookie = attacker.cookiesFor(pathname);
        const elsewhere = pathname.replace(uid, await app.ask(new Browser(service)));
        await attacker.go(elsewhere, { headers: { cookie, ...(authorization && { authorization }) } });
      }
      const events = await auditEvents(service.database);
      const denied = events.filter(({ error_code }) => error_code === 'access_denied').map(({ user }) => user);
      assert.ok(denied.includes(creator.email));
      assert.ok(!denied.includes(victim.email));
    });

    test('the victim’s own browser has not begun and gets no code either', async () => {
      const victim = await newOwner(service);
      const { redirectTo } = await tricked(new Browser(service), victim);
      const answer = await new Browser(service, victim).go(redirectTo);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /This request has run out/);
    });
  });

  test('requests of the OAuth server leave events, those with a token under its user and app', async () => {
    const person = await newOwner(service);
    await app.connect({ person });
    const events = await auditEvents(service.database);
    const own = events.filter(({ operation, user }) => operation === 'oauth_token' && user === person.email);
    assert.equal(own.length, 1);
    assert.ok(events.some(({ operation, actor_type }) => operation === 'oauth_register' && actor_type === null));
  });
});
