import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { escapeHtml, html, type Reply } from '../http/reply.ts';
import type { World } from '../store/world.ts';

/** The one OAuth client that the emulator knows. */
export const CLIENT = { id: 'emulator-client', secret: 'emulator-secret' };

/** What an authorization code stands for. */
export interface PendingCode {
  email: string;
  scope: string;
  redirectUri: string;
  challenge: string;
  wantsRefreshToken: boolean;
  expires: number;
}

/** Google's consent screen: choose a login, allow or refuse, and return to the application. */
export class AuthorizationEndpoint {
  readonly #world: World;
  readonly #codes = new Map<string, PendingCode>();

  constructor(world: World) {
    this.#world = world;
  }

  handle(call: Call): Reply {
    const parameters = call.method === 'POST' ? new URLSearchParams(call.body) : call.query;
    const problem = this.#problem(parameters);
    if (problem) return html(400, errorPage(problem));
    if (call.method === 'POST') return this.#decide(parameters);
    const hint = parameters.get('login_hint') ?? '';
    if (call.header('x-emulator-auto-approve') === '1' && this.#world.logins.has(hint)) {
      return this.#approve(parameters, hint);
    }
    return html(200, consentPage(this.#world, parameters));
  }

  /** Gives up a code: it works once. */
  redeem(code: string): PendingCode | undefined {
    const pending = this.#codes.get(code);
    this.#codes.delete(code);
    return pending && pending.expires > this.#world.clock.now() ? pending : undefined;
  }

  #problem(parameters: URLSearchParams): string | undefined {
    if (parameters.get('client_id') !== CLIENT.id) return 'invalid_client: The OAuth client was not found.';
    const redirectUri = parameters.get('redirect_uri') ?? '';
    if (!URL.canParse(redirectUri) || !/^https?:$/.test(new URL(redirectUri).protocol)) {
      return 'invalid_request: redirect_uri must be an http or https address.';
    }
    if (parameters.get('response_type') !== 'code') return 'unsupported_response_type: only "code" is supported.';
    if ((parameters.get('scope') ?? '') === '') return 'invalid_request: scope is missing.';
    const challenge = parameters.get('code_challenge') ?? '';
    if (challenge !== '' && parameters.get('code_challenge_method') !== 'S256') {
      return 'invalid_request: code_challenge_method must be S256.';
    }
    return undefined;
  }

  #decide(parameters: URLSearchParams): Reply {
    const email = parameters.get('email') ?? '';
    if (parameters.get('decision') === 'deny') return back(parameters, { error: 'access_denied' });
    if (!this.#world.logins.has(email)) return html(400, errorPage('Choose one of the demo logins.'));
    return this.#approve(parameters, email);
  }

  #approve(parameters: URLSearchParams, email: string): Reply {
    const code = `4/0${randomBytes(24).toString('base64url')}`;
    const scope = parameters.get('scope') ?? '';
    const isOffline = parameters.get('access_type') === 'offline';
    const asksConsent = (parameters.get('prompt') ?? '').split(' ').includes('consent');
    this.#codes.set(code, {
      email,
      scope,
      redirectUri: parameters.get('redirect_uri') ?? '',
      challenge: parameters.get('code_challenge') ?? '',
      wantsRefreshToken: isOffline && (asksConsent || !this.#world.grants.hasLiveGrant(email)),
      expires: this.#world.clock.now() + CODE_LIFETIME_MS,
    });
    return back(parameters, { code, scope });
  }
}

function back(parameters: URLSearchParams, values: Record<string, string>): Reply {
  const location = new URL(parameters.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries(values)) location.searchParams.set(name, value);
  const state = parameters.get('state');
  if (state !== null) location.searchParams.set('state', state);
  return { type: 'redirect', location: location.toString() };
}

function consentPage(world: World, parameters: URLSearchParams): string {
  const hint = parameters.get('login_hint') ?? '';
  const hidden = [...parameters].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const logins = [...world.logins.values()].map(({ email, name, customers }, index) => {
    const checked = email === hint || (!world.logins.has(hint) && index === 0) ? ' checked' : '';
    const accounts = customers.map((id) => world.accounts.get(id)?.facts.name ?? id).join(', ');
    return `<label class="login"><input type="radio" name="email" value="${escapeHtml(email)}"${checked}>
      <span><strong>${escapeHtml(name)}</strong><br>${escapeHtml(email)}<br><small>${escapeHtml(accounts)}</small></span></label>`;
  });
  const host = new URL(parameters.get('redirect_uri') ?? '').host;
  return page(
    'Choose an account',
    `<p><strong>${escapeHtml(host)}</strong> wants to see and manage your Google Ads campaigns.</p>
    <form method="post" action="/o/oauth2/v2/auth">${hidden.join('')}
    <fieldset><legend>Demo logins</legend>${logins.join('')}</fieldset>
    <div class="actions"><button name="decision" value="deny" class="plain">Cancel</button>
    <button name="decision" value="allow">Allow</button></div></form>`,
  );
}

function errorPage(message: string): string {
  return page('Access blocked', `<p>${escapeHtml(message)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} – Google Ads emulator</title><style>${STYLE}</style></head>
<body><main><p class="note">Google Ads emulator · demo sign-in</p><h1>${title}</h1>${content}</main></body></html>`;
}

const CODE_LIFETIME_MS = 600_000;
const STYLE = `body{font:16px/1.5 system-ui,sans-serif;background:#f1f3f4;color:#202124;margin:0}
main{max-width:26rem;margin:8vh auto;background:#fff;padding:2rem;border-radius:12px;box-shadow:0 1px 3px #0003}
h1{font-size:1.4rem;margin:.2rem 0 1rem}.note{color:#5f6368;font-size:.85rem;margin:0}
fieldset{border:0;padding:0;margin:1rem 0}legend{font-size:.85rem;color:#5f6368}
.login{display:flex;gap:.8rem;padding:.7rem;border:1px solid #dadce0;border-radius:8px;margin:.5rem 0;cursor:pointer}
.login:has(:checked){border-color:#1a73e8;background:#e8f0fe}small{color:#5f6368}
.actions{display:flex;justify-content:flex-end;gap:.5rem}
button{font:inherit;padding:.5rem 1.4rem;border:0;border-radius:999px;background:#1a73e8;color:#fff;cursor:pointer}
button.plain{background:none;color:#1a73e8}`;
