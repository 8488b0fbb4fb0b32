import { createPrivateKey } from 'node:crypto';
import type { Configuration, JWK, KoaContextWithOIDC, interactionPolicy as Policies } from 'oidc-provider';
import type { Config } from '../../base/config.ts';
import type { Services } from '../../base/context.ts';
import { membersOf } from '../../base/json.ts';
import { isScope, SCOPES } from '../../base/scopes.ts';
import { SECRET_PAGES } from '../../base/secret-addresses.ts';
import type { Secrets } from '../../base/secrets.ts';
import { emailOf } from '../person.store.ts';
import { adapterOver } from './adapter.ts';
import { AppQueries } from './app-queries.ts';
import { ClientDocuments, type DocumentServices, LARGEST_DOCUMENT } from './client-documents.ts';
import { ruleClient, ruleSaid, ruleSize } from './client-rules.ts';
import { APP_NAME, appName, isTicket } from './connect-request.ts';
import { ENDPOINTS } from './endpoints.ts';
import { errors, interactionPolicy } from './library.ts';
import { DAY, HOUR, LIFETIMES, MINUTE } from './lifetimes.ts';
import type { OAuthSecrets } from './oauth-secrets.ts';
import { TOO_MANY } from './refresh-pace.ts';
import { ResourceBoundProvider } from './resource-bound-provider.ts';
import { resourcesOf } from './resources.ts';

declare module '../../base/context.ts' {
  interface Services {
    /** The OAuth server: what apps talk to, and what the consent page answers for. The first who asks loads it. */
    readonly oauth: () => Promise<OAuthServer>;
  }
}

export type OAuthServer = ResourceBoundProvider;

/** What the library answers where the database could not be asked. */
const UNAVAILABLE = { status: 503, retryAfter: '3' };
const EVERY_SCOPE = Object.keys(SCOPES).join(' ');

/** Builds the OAuth server: the code flow with PKCE for public clients, opaque tokens bound to one resource. */
export function createOAuthServer(
  given: DocumentServices & Pick<Services, 'log'>,
  { cookies, seed }: OAuthSecrets,
): OAuthServer {
  const { config } = given;
  const queries = new AppQueries(given);
  const services = { ...given, database: queries.database };
  const documents = new ClientDocuments(services);
  const provider = new ResourceBoundProvider(queries, config.authUrl, {
    ...flow,
    ...people(services),
    ...clients,
    adapter: adapterOver({ ...services, queries }),
    jwks: { keys: [signingKey(seed)] },
    cookies: cookieSettings(config, cookies),
    ttl: LIFETIMES,
    fetch: (url) => documents.handOver(String(url instanceof Request ? url.url : url)),
    fetchResponseBodyLimits: { 'client_id metadata document': LARGEST_DOCUMENT },
    features: features(config, documents),
  });
  // What the library derives from a request's address is set by whoever mounts it, never by the caller.
  provider.proxy = true;
  provider.use(async (context, next) => {
    provider.keys = cookieKeys(cookies);
    await next();
    if (context.status === TOO_MANY) context.set('retry-after', String(MINUTE));
    if (context.status === UNAVAILABLE.status) context.set('retry-after', UNAVAILABLE.retryAfter);
  });
  return provider;
}

/** Not parameters that apps send: the library runs each for every request, before the person is asked. */
const SCOPE_DEFAULT = 'sluice_scope_default';
const ANSWERED_BY_QUERY = 'sluice_answered_by_query';

const flow: Configuration = {
  routes: { ...ENDPOINTS, jwks: '/oauth/jwks', end_session: '/oauth/session/end' },
  responseTypes: ['code'],
  scopes: [],
  pkce: { required: () => true },
  allowOmittingSingleRegisteredRedirectUri: false,
  extraParams: { [ANSWERED_BY_QUERY]: checkResponseMode, [SCOPE_DEFAULT]: nameScopes, [APP_NAME]: nameApp },
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  expiresWithSession: async () => false,
  revokeGrantPolicy: () => true,
  clientBasedCORS: () => true,
  renderError: (context, out) => {
    context.type = 'json';
    context.body = out;
  },
};

const clients: Configuration = {
  clientAuthMethods: ['none'],
  clientDefaults: {
    token_endpoint_auth_method: 'none',
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    id_token_signed_response_alg: 'Ed25519',
  },
  enabledJWA: { idTokenSigningAlgValues: ['Ed25519'] },
  extraClientMetadata: {
    // Not a member that apps send: the library asks about it for each, so the rules for the whole stand here.
    properties: ['sluice_rules'],
    validator(context, _key, _value, metadata) {
      if (context?.oidc.route === 'registration') ruleSize(membersOf(context.oidc.body));
      ruleClient(metadata);
    },
  },
};

function people({ config, database }: DocumentServices): Configuration {
  return {
    async findAccount(_context, accountId) {
      const email = await emailOf(database, Number(accountId));
      return email === undefined ? undefined : { accountId, email, claims: async () => ({ sub: accountId }) };
    },
    interactions: { policy: alwaysAsk(), url: (_context, { uid }) => `${config.appUrl}${SECRET_PAGES.connect}${uid}` },
    async loadExistingGrant(context) {
      const { oidc } = context;
      const grantId = oidc.result?.consent?.grantId;
      if (grantId === undefined) return undefined;
      if (!bringsItsTicket(context)) throw new errors.AccessDenied('approved in another browser');
      return oidc.provider.Grant.find(grantId);
    },
  };
}

/**
 * The library goes by its cookie alone, whatever request the address names and whenever that was approved: the request
 * that it has really taken up must be the one whose address was checked, and the ticket the one of its approval.
 */
function bringsItsTicket({ oidc, path, query }: KoaContextWithOIDC): boolean {
  const { uid } = membersOf(oidc.entities.Interaction);
  const isNamed = typeof uid === 'string' && path === `${ENDPOINTS.authorization}/${uid}`;
  return isNamed && isTicket(query.ticket, membersOf(oidc.result).ticket);
}

/** The person is asked each time: that is how scopes are changed, and nothing is granted in passing. */
function alwaysAsk(): Policies.DefaultPolicy {
  const { Check, base } = interactionPolicy;
  const policy = base();
  const consent = policy.get('consent');
  if (!consent) throw new Error('the library has no prompt for consent');
  consent.checks.clear();
  consent.checks.add(
    new Check('always', 'the person is asked each time', 'consent_required', ({ oidc }) =>
      oidc.result?.consent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
    ),
  );
  return policy;
}

function checkResponseMode({ oidc: { params } }: KoaContextWithOIDC): void {
  if (!params || params.response_mode === undefined || params.response_mode === 'query') return;
  params.response_mode = undefined;
  throw new errors.UnsupportedResponseMode();
}

const OF_OPENID = new Set(['openid', 'offline_access', 'profile', 'email']);

/** A client that names no scopes is offered all ten; what OpenID knows counts as none. */
function nameScopes({ oidc }: KoaContextWithOIDC): void {
  const { params } = oidc;
  if (!params) return;
  const asked = String(params.scope ?? '')
    .split(' ')
    .filter((scope) => scope !== '' && !OF_OPENID.has(scope));
  const known = asked.filter(isScope);
  if (known.length === 0 && asked.length > 0) throw new errors.InvalidScope('unknown scope', asked.join(' '));
  params.scope = known.length > 0 ? known.join(' ') : EVERY_SCOPE;
}

/** What the app is called when it asks is what the person is shown and what is kept. */
function nameApp({ oidc: { params, client } }: KoaContextWithOIDC): void {
  if (params) params[APP_NAME] = appName(client?.clientName, String(params.redirect_uri));
}

function features(config: Config, documents: ClientDocuments): Configuration['features'] {
  const { mcp, rest } = resourcesOf(config);
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    dPoP: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      cacheDuration: { min: MINUTE, max: DAY },
      async allowFetch(context, url) {
        await documents.bring(url, context);
        ruleSaid(documents.said(url));
        return true;
      },
      async allowClient(_context, { clientId }) {
        await documents.keepValid(clientId);
        return true;
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => {
        throw new errors.InvalidTarget('exactly one resource parameter is required');
      },
      useGrantedResource: () => false,
      getResourceServerInfo({ oidc }, resource) {
        if (Array.isArray(oidc.params?.resource)) {
          throw new errors.InvalidTarget('exactly one resource parameter is required');
        }
        if (resource !== mcp && resource !== rest) throw new errors.InvalidTarget('the resource is not known here');
        return { scope: EVERY_SCOPE, audience: resource, accessTokenTTL: HOUR, accessTokenFormat: 'opaque' };
      },
    },
  };
}

function cookieSettings({ authUrl }: Config, secrets: Secrets): NonNullable<Configuration['cookies']> {
  const options = { httpOnly: true, sameSite: 'lax', signed: true, secure: authUrl.startsWith('https:') } as const;
  return {
    keys: cookieKeys(secrets),
    names: { session: 'sluice_oauth', interaction: 'sluice_connect', resume: 'sluice_connect_resume' },
    short: options,
    long: options,
  };
}

/** The first signs, each of them verifies. */
function cookieKeys({ signing, accepted }: Secrets): string[] {
  return [signing, ...accepted.filter((secret) => secret !== signing)].map((secret) => secret.toString('base64url'));
}

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const KEY_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The library wants a key to sign with; tokens are opaque and nothing is signed. */
function signingKey(seed: Buffer): JWK {
  const key = createPrivateKey({ key: Buffer.concat([KEY_HEADER, seed]), format: 'der', type: 'pkcs8' });
  const { kty, crv, x, d } = key.export({ format: 'jwk' });
  return { kty: String(kty), crv, x, d, alg: 'Ed25519', use: 'sig' };
}
