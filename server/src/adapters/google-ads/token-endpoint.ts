import type { GoogleAdsConfig } from './config.ts';
import { DEFAULT_TIMEOUTS } from './config.ts';
import { GoogleFault } from './google-fault.ts';
import { at, parseJson, textAt } from './json.ts';
import { exchange } from './transport.ts';

const DEFAULT_LIFETIME_SECONDS = 3_600;

/** What Google's token endpoint issues; `refreshToken` and `idToken` only for a code. */
export interface IssuedTokens {
  accessToken: string;
  expiresInSeconds: number;
  refreshToken: string | null;
  idToken: string | null;
  scopes: string[];
}

/** Asks the token endpoint; asking twice does no harm there, so the caller may retry what is transient. */
export async function requestTokens(
  config: GoogleAdsConfig,
  parameters: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<IssuedTokens> {
  if (config.clientId === '' || config.clientSecret === '') {
    throw new GoogleFault('setup', 'no OAuth client is configured for Google Ads');
  }
  const { http, text, retryAfter } = await exchange({
    url: config.tokenUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      client_id: config.clientId,
      client_secret: config.clientSecret,
      ...parameters,
    }).toString(),
    timeoutMs: config.timeouts?.tokenMs ?? DEFAULT_TIMEOUTS.tokenMs,
    signal,
  });
  const answer = parseJson(text);
  const accessToken = textAt(answer, 'access_token');
  if (http !== 200 || accessToken === null) throw tokenFault(http, answer, retryAfter);
  return {
    accessToken,
    expiresInSeconds: Number(at(answer, 'expires_in') ?? DEFAULT_LIFETIME_SECONDS),
    refreshToken: textAt(answer, 'refresh_token'),
    idToken: textAt(answer, 'id_token'),
    scopes: (textAt(answer, 'scope') ?? '').split(' ').filter((scope) => scope !== ''),
  };
}

/** RFC 6749 codes decide; the description is Google's and is only shown. */
function tokenFault(http: number, answer: unknown, retryAfter: string | null): GoogleFault {
  const code = textAt(answer, 'error') ?? `HTTP ${http}`;
  const message = textAt(answer, 'error_description') ?? code;
  if (code === 'invalid_grant') return new GoogleFault('broken', message);
  if (http === 429) return new GoogleFault('quota_short', message, { retryAfterSeconds: Number(retryAfter) || 1 });
  if (http >= 500 || http === 200) return new GoogleFault('transient', message);
  return new GoogleFault('setup', message);
}
