import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { json, type Reply } from '../http/reply.ts';
import { hash } from '../market/random.ts';
import type { World } from '../store/world.ts';
import { type AuthorizationEndpoint, CLIENT } from './authorize.ts';
import { type Grant, isAlive, tokenHash } from './grants.ts';

/** Seconds an access token lasts. */
const ACCESS_TOKEN_SECONDS = 3599;

/** Exchanges codes and refresh tokens, revokes grants, and tells who a token belongs to. */
export class TokenEndpoint {
  readonly #world: World;
  readonly #authorization: AuthorizationEndpoint;

  constructor(world: World, authorization: AuthorizationEndpoint) {
    this.#world = world;
    this.#authorization = authorization;
  }

  token(call: Call): Reply {
    const form = new URLSearchParams(call.body);
    const { id, secret } = clientCredentials(call, form);
    if (id !== CLIENT.id || secret !== CLIENT.secret) {
      return json(401, { error: 'invalid_client', error_description: 'The provided client secret is invalid.' });
    }
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.#exchange(form);
      case 'refresh_token':
        return this.#refresh(form.get('refresh_token') ?? '');
      default:
        return json(400, { error: 'unsupported_grant_type', error_description: 'Invalid grant_type.' });
    }
  }

  /** Revoking an access or a refresh token ends the grant behind it. */
  revoke(call: Call): Reply {
    const token = new URLSearchParams(call.body).get('token') ?? call.query.get('token') ?? '';
    const grant = this.#world.grants.ofRefreshToken(token) ?? this.#world.grants.accessToken(token)?.grant;
    if (!grant || grant.revoked) {
      return json(400, { error: 'invalid_token', error_description: 'Token expired or revoked' });
    }
    this.#world.record({ type: 'grant_revoked', grant: grant.id });
    return json(200, {});
  }

  userInfo(call: Call): Reply {
    const token = this.#world.grants.accessToken(call.header('authorization').replace(/^Bearer /, ''));
    if (!token || token.expires < this.#world.clock.now() || !isAlive(token.grant)) {
      return json(401, { error: 'invalid_request', error_description: 'Invalid Credentials' });
    }
    return json(200, this.#claims(token.grant.email));
  }

  #exchange(form: URLSearchParams): Reply {
    const pending = this.#authorization.redeem(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isProven = pending?.challenge === '' || pending?.challenge === verifier;
    if (!pending || pending.redirectUri !== form.get('redirect_uri') || !isProven) {
      return json(400, { error: 'invalid_grant', error_description: 'Malformed auth code.' });
    }
    const refreshToken = pending.wantsRefreshToken ? `1//0${randomBytes(32).toString('base64url')}` : '';
    const grantId = randomUUID();
    const refreshHash = refreshToken === '' ? '' : tokenHash(refreshToken);
    this.#world.record({ type: 'grant', id: grantId, email: pending.email, scope: pending.scope, refreshHash });
    const body = this.#issue(grantId, pending.scope);
    return json(200, {
      ...body,
      ...(refreshToken !== '' && { refresh_token: refreshToken }),
      ...(pending.scope.split(' ').includes('openid') && { id_token: this.#idToken(pending.email) }),
    });
  }

  #refresh(refreshToken: string): Reply {
    const grant: Grant | undefined = this.#world.grants.ofRefreshToken(refreshToken);
    if (!grant || !isAlive(grant)) {
      return json(400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' });
    }
    return json(200, this.#issue(grant.id, grant.scope));
  }

  #issue(grant: string, scope: string): object {
    const token = `ya29.${randomBytes(48).toString('base64url')}`;
    const expires = this.#world.clock.now() + ACCESS_TOKEN_SECONDS * 1000;
    this.#world.record({ type: 'access_token', hash: tokenHash(token), grant, expires });
    return { access_token: token, expires_in: ACCESS_TOKEN_SECONDS, scope, token_type: 'Bearer' };
  }

  #claims(email: string): Record<string, string | boolean> {
    const name = this.#world.logins.get(email)?.name ?? email;
    return { sub: `1${String(hash(email)).padStart(20, '0')}`, email, email_verified: true, name };
  }

  /** An unsigned ID token: enough to learn the login's address from the token endpoint itself. */
  #idToken(email: string): string {
    const seconds = Math.floor(this.#world.clock.now() / 1000);
    const payload = { iss: 'https://accounts.google.com', aud: CLIENT.id, iat: seconds, exp: seconds + 3600 };
    const parts = [
      { alg: 'none', typ: 'JWT' },
      { ...payload, ...this.#claims(email) },
    ];
    return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;
  }
}

function clientCredentials(call: Call, form: URLSearchParams): { id: string; secret: string } {
  const basic = /^Basic (.+)$/.exec(call.header('authorization'))?.[1];
  if (basic === undefined) return { id: form.get('client_id') ?? '', secret: form.get('client_secret') ?? '' };
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { id, secret };
}
