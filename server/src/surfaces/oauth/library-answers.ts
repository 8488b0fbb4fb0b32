import type { OIDCContext, Provider } from 'oidc-provider';
import { membersOf } from '../../base/json.ts';
import { TOO_MANY } from '../../identity/oauth/refresh-pace.ts';
import { PROBLEM_HEADERS, type Problem, problemPage } from './problem-page.ts';

/** What middleware sees; the library's own part is missing where it knows no such address. */
export type Context = Parameters<Parameters<Provider['use']>[0]>[0] & { oidc?: OIDCContext };

const OF_OPENID = ['nonce', 'max_age', 'acr_values', 'claims', 'claims_locales', 'id_token_hint'];

/** Plain OAuth: what OpenID adds to an authorization request means nothing here, and the library would refuse it. */
export function withoutOpenId(context: Context): void {
  const { query } = context;
  if (!OF_OPENID.some((name) => name in query)) return;
  for (const name of OF_OPENID) delete query[name];
  context.query = query;
}

/** What the app did not do wrong. */
const OF_OURS: ReadonlyMap<string | undefined, number> = new Map([
  ['temporarily_unavailable', 503],
  ['server_error', 500],
]);

/**
 * Anybody may register an app at any https address: before a person has seen who asks, nobody is sent there, or our address
 * would lead wherever somebody likes. An app on the person's own machine waits for its answer.
 */
export function keepHere(context: Context): void {
  const back = URL.parse(String(context.response.get('location')));
  if (context.oidc?.route !== 'authorization' || back?.protocol !== 'https:') return;
  const { error, error_description } = Object.fromEntries(back.searchParams);
  context.remove('location');
  context.status = OF_OURS.get(error) ?? 400;
  context.body = { error, error_description };
}

/** What apps read in OAuth's words, the audit trail tells in its own. */
export function rateLimited({ status }: Pick<Context, 'status'>): string | undefined {
  return status === TOO_MANY ? 'rate_limited' : undefined;
}

/** The error that an answer carries in its body. */
export function errorOf({ body }: Context): string | undefined {
  const { error } = membersOf(body);
  return typeof error === 'string' ? error : undefined;
}

/** The library answers what it does not know without a word. */
export function unsaid(status: number): string | null {
  if (status < 400) return null;
  return status === 404 ? 'unknown_path' : 'invalid_request';
}

/** Whether a person looks at the answer: only what is not sent back to the app is shown. */
export function isBrowser(context: Context): boolean {
  const route = context.oidc?.route;
  const shown = context.status >= 400 && (route === 'authorization' || route === 'resume');
  return shown && context.accepts('json', 'html') === 'html';
}

/** Shows a person why the request of an app goes no further. */
export function showProblem(context: Context, error: string, appUrl: string): void {
  const { error_description: description } = membersOf(context.body);
  const problem = problemOf(context, error);
  const details = `${error}: ${typeof description === 'string' ? description : ''}`;
  context.set(PROBLEM_HEADERS);
  context.body = problemPage(problem, { appUrl, ...(problem === 'refused' && { details }) });
}

function problemOf({ status, oidc }: Context, error: string): Problem {
  if (status >= 500 || OF_OURS.has(error)) return 'unavailable';
  return oidc?.route === 'resume' ? 'expired' : 'refused';
}
