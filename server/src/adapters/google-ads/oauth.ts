import type { AuthorizeRequest, CodeExchange, Grant } from '../../ports/ad-platform.ts';
import { AdPlatformError } from '../../ports/ad-platform.ts';
import type { GoogleAdsConfig } from './config.ts';
import { DEFAULT_TIMEOUTS } from './config.ts';
import { GoogleFault } from './google-fault.ts';
import { at, parseStorable, textAt } from './json.ts';
import { requestTokens } from './token-endpoint.ts';
import { exchange } from './transport.ts';

/** The scope without which nothing in Google Ads can be read. */
const ADS_SCOPE = 'https://www.googleapis.com/auth/adwords';

/** The consent page; consent is always asked for, because only then does Google issue a refresh token. */
export function authorizeUrl(config: GoogleAdsConfig, request: AuthorizeRequest): string {
  if (config.clientId === '') throw notConfigured();
  const url = new URL(config.authorizeUrl);
  url.search = new URLSearchParams({
    client_id: config.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: `openid email ${ADS_SCOPE}`,
    access_type: 'offline',
    prompt: 'consent',
    include_granted_scopes: 'false',
    state: request.state,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
    ...(request.loginHint !== undefined && { login_hint: request.loginHint }),
  }).toString();
  return url.toString();
}

/** Redeems a code. A code is good once, so this is never repeated. */
export async function exchangeCode(
  config: GoogleAdsConfig,
  { code, codeVerifier, redirectUri }: CodeExchange,
): Promise<Grant> {
  const parameters = {
    grant_type: 'authorization_code',
    code,
    code_verifier: codeVerifier,
    redirect_uri: redirectUri,
  };
  const issued = await requestTokens(config, parameters, undefined).catch((thrown: unknown) => {
    if (!(thrown instanceof GoogleFault) || thrown.kind !== 'broken') throw thrown;
    throw new AdPlatformError('google_ads_refused', 'Google did not accept this sign-in; start connecting again.');
  });
  if (!issued.scopes.includes(ADS_SCOPE)) {
    throw new AdPlatformError('setup_required', 'Access to Google Ads was not granted; connect again and allow it.');
  }
  if (issued.refreshToken === null) {
    throw new AdPlatformError('setup_required', 'Google granted no lasting access; connect again.');
  }
  return {
    refreshToken: issued.refreshToken,
    email: emailOf(issued.idToken, config.clientId),
    grantedScopes: issued.scopes,
  };
}

/** Ends a grant; Google answers 400 for a token that is no longer valid, which is what was wanted. */
export async function revokeToken(config: GoogleAdsConfig, refreshToken: string): Promise<void> {
  const { http } = await exchange({
    url: config.revokeUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: refreshToken }).toString(),
    timeoutMs: config.timeouts?.tokenMs ?? DEFAULT_TIMEOUTS.tokenMs,
    signal: undefined,
  });
  if (http !== 200 && http !== 400) throw new GoogleFault('transient', `the revocation endpoint answered ${http}`);
}

/** The ID token came straight from Google's token endpoint, so its claims hold without its signature (OIDC 3.1.3.7). */
function emailOf(idToken: string | null, clientId: string): string {
  const payload = Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString('utf8');
  const claims = parseStorable(payload);
  const audience = at(claims, 'aud');
  const email = textAt(claims, 'email');
  if (email === null || audience !== clientId) {
    throw new AdPlatformError('setup_required', 'Google did not say whose login this is; connect again.');
  }
  return email;
}

function notConfigured(): AdPlatformError {
  return new AdPlatformError('setup_required', 'No OAuth client is configured for Google Ads.');
}
