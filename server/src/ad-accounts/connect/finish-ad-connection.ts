import { z } from 'zod';
import type { CallerContext } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { directWrite, WithHeaders } from '../../base/operation.ts';
import { AdPlatformError } from '../../ports/ad-platform.ts';
import {
  ASKED_PER_MINUTE,
  CALLBACK_PATH,
  callbackUrl,
  keepLogin,
  managerHeld,
  organizationOfState,
  useState,
} from './connect-flow.ts';

/** How connecting a login ended; the page that the browser returns to says it in words. */
const OUTCOMES = ['connected', 'declined', 'expired', 'not_allowed', 'incomplete', 'refused', 'unavailable'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Where the browser comes back from the ad platform; it is sent on to the dashboard and takes no secret along. */
export const finishAdConnection = directWrite({
  name: 'finish_ad_connection',
  summary: 'Return from the ad platform',
  description:
    'Takes the answer of the ad platform, keeps the login with the accounts it reaches, and sends the browser on to the settings page with the outcome in ad_connection.',
  rest: `GET ${CALLBACK_PATH}`,
  tool: null,
  scope: null,
  audience: 'dashboard',
  organization: 'caller',
  hints: { destructive: false, idempotent: false, openWorld: true },
  status: 303,
  heldByApprovals: false,
  spendsQuota: false,
  callsPerMinute: ASKED_PER_MINUTE,
  // The platform adds parameters of its own; they are left out of what is read here.
  input: z.object({ state: z.string().optional(), code: z.string().optional(), error: z.string().optional() }),
  output: z.object({ outcome: z.enum(OUTCOMES) }),

  async run(input, context) {
    const organizationId = organizationOfState(input.state ?? '');
    const organization = [...context.caller.organizations.values()].find(
      (one) => one.organizationId === organizationId,
    );
    if (organization) context.actedIn?.(organization.organizationId);
    const outcome = organization ? await finish(input, context, organization.organizationId) : 'expired';
    const page = organization
      ? `${context.config.appUrl}/o/${organization.slug}/settings`
      : `${context.config.appUrl}/`;
    return new WithHeaders(
      { outcome },
      { location: `${page}?ad_connection=${outcome}`, 'referrer-policy': 'no-referrer' },
    );
  },
});

async function finish(
  { state = '', code, error }: { state?: string | undefined; code?: string | undefined; error?: string | undefined },
  context: CallerContext,
  organizationId: number,
): Promise<Outcome> {
  const { adPlatform, database, config, caller } = context;
  const codeVerifier = await database.transaction((db) => useState({ ...context, organizationId, db }, state));
  if (codeVerifier === undefined) return 'expired';
  if (error !== undefined || code === undefined) return 'declined';
  try {
    const grant = await adPlatform.exchangeCode({ code, codeVerifier, redirectUri: callbackUrl(config) });
    const accounts = await adPlatform.accounts(grant.refreshToken, { organizationId });
    await database.transaction(async (db) => {
      await managerHeld(context, { organizationId, db });
      await keepLogin(context, { organizationId, db }, { grant, accounts, personId: caller.personId });
    });
    return 'connected';
  } catch (thrown) {
    return outcomeOf(thrown, context);
  }
}

function outcomeOf(thrown: unknown, { log }: CallerContext): Outcome {
  if (thrown instanceof Refusal && thrown.code === 'role_denied') return 'not_allowed';
  if (!(thrown instanceof AdPlatformError)) throw thrown;
  log.info({ reason: thrown.reason, codes: thrown.codes }, 'a login could not be connected');
  if (thrown.retryable || thrown.uncertain) return 'unavailable';
  return thrown.reason === 'setup_required' ? 'incomplete' : 'refused';
}
