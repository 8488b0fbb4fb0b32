import { PERMISSION_MESSAGE } from '../control/faults.ts';
import { GoogleRefusal, invalid, refuse } from '../google-error.ts';
import type { Call } from '../http/call.ts';
import { isAlive } from '../oauth/grants.ts';
import type { Account } from '../store/account.ts';
import type { Login, World } from '../store/world.ts';

/** The login behind the access token of a call. */
export function authenticate(world: World, call: Call): Login {
  const token = /^Bearer (.+)$/.exec(call.header('authorization'))?.[1];
  if (token === undefined) throw new GoogleRefusal('UNAUTHENTICATED', []);
  const known = world.grants.accessToken(token);
  const login = known && world.logins.get(known.grant.email);
  if (!known || !login) {
    const message = 'OAuth token in the header is not valid.';
    return refuse('UNAUTHENTICATED', { authenticationError: 'OAUTH_TOKEN_INVALID' }, message);
  }
  if (!isAlive(known.grant)) {
    const message = 'OAuth token in the header has been revoked.';
    refuse('UNAUTHENTICATED', { authenticationError: 'OAUTH_TOKEN_REVOKED' }, message);
  }
  if (known.expires <= world.clock.now()) {
    const message = 'OAuth token in the header has expired.';
    refuse('UNAUTHENTICATED', { authenticationError: 'OAUTH_TOKEN_EXPIRED' }, message);
  }
  if (!known.grant.scope.split(' ').includes(ADS_SCOPE)) {
    const message = 'Request had insufficient authentication scopes.';
    refuse('PERMISSION_DENIED', { authorizationError: 'AUTHORIZATION_ERROR' }, message);
  }
  return login;
}

/** The customer a call is about, if the login reaches it directly or through the manager that the header names. */
export function accessibleAccount(world: World, login: Login, call: Call, customer: string): Account {
  if (!/^\d{10}$/.test(customer)) {
    invalid({ requestError: 'INVALID_CUSTOMER_ID' }, `Invalid customer ID '${customer}'.`);
  }
  const through = call.header('login-customer-id');
  if (through !== '' && !/^\d{10}$/.test(through)) {
    const message = 'The login customer ID could not be validated.';
    invalid({ headerError: 'INVALID_LOGIN_CUSTOMER_ID' }, message);
  }
  const account = world.accounts.get(customer);
  const isDirect = login.customers.includes(customer) && (through === '' || through === customer);
  const isManaged = through !== '' && account?.facts.parent === through && login.customers.includes(through);
  if (account && (isDirect || isManaged)) return account;
  return refuse('PERMISSION_DENIED', { authorizationError: 'USER_PERMISSION_DENIED' }, PERMISSION_MESSAGE);
}

/** The OAuth scope that the API asks for. */
const ADS_SCOPE = 'https://www.googleapis.com/auth/adwords';
