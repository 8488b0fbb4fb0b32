import { z } from 'zod';
import { isTooLong, LONGEST_ADDRESS, readAddress } from '../../base/web-address.ts';
import { errors } from './library.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const MOST_REDIRECTS = 20;
const LONGEST_NAME = 200;
/** The most that is kept of an app, in bytes. */
const LARGEST_METADATA = 4 * 1024;

/** What means nothing here, and what would have the library fetch an address. */
const LEFT_OUT = [
  'client_secret',
  'client_secret_expires_at',
  'scope',
  'response_modes',
  'jwks',
  'jwks_uri',
  'sector_identifier_uri',
];

/** Members that hold addresses, which the library parses. */
const ADDRESSES = /_(uris?|endpoint)$/;

const text = z.string().optional();
const texts = z.array(z.string());

/** The types of what the library reads of an app: it fails at others instead of refusing them. */
const said = z.object({
  client_name: text,
  client_uri: text,
  contacts: texts.optional(),
  default_acr_values: texts.optional(),
  default_max_age: z.number().optional(),
  id_token_signed_response_alg: text,
  initiate_login_uri: text,
  logo_uri: text,
  policy_uri: text,
  redirect_uris: texts.optional(),
  require_auth_time: z.boolean().optional(),
  subject_type: text,
  tos_uri: text,
  // Left out of what is kept, and looked at in a document before that.
  backchannel_client_notification_endpoint: text.nullable(),
  backchannel_logout_uri: text.nullable(),
  jwks_uri: text.nullable(),
  sector_identifier_uri: text.nullable(),
});

/**
 * Makes what an app says of itself, in its registration or its document, into what we take: a public client of the code
 * flow that redirects to https or to the person's own machine. What it asks for beyond that is refused where it would
 * matter and otherwise left out.
 */
export function ruleClient(metadata: Record<string, unknown>): void {
  ruleSaid(metadata);
  const method = metadata.token_endpoint_auth_method;
  if (method !== undefined && method !== 'none') {
    throw new errors.InvalidClientMetadata('token_endpoint_auth_method must be none: clients are public');
  }
  if (typeof metadata.client_name === 'string' && metadata.client_name.length > LONGEST_NAME) {
    throw new errors.InvalidClientMetadata(`client_name must have at most ${LONGEST_NAME} characters`);
  }
  const redirects = texts.safeParse(metadata.redirect_uris).data ?? [];
  if (redirects.length > MOST_REDIRECTS) throw refused(`must be at most ${MOST_REDIRECTS}`);
  const loopback = redirects.map(isLoopback).some(Boolean);
  Object.assign(metadata, {
    application_type: loopback ? 'native' : 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  });
  for (const left of LEFT_OUT) delete metadata[left];
}

/** Refuses an app that says something of itself in what is not the type of it, before the library looks at that. */
export function ruleSaid(metadata: object): void {
  const [problem] = said.safeParse(metadata).error?.issues ?? [];
  if (problem) throw new errors.InvalidClientMetadata(`${String(problem.path[0])} is not of the type that it has`);
  for (const [name, value] of Object.entries(metadata)) if (ADDRESSES.test(name)) ruleAddresses(name, [value].flat());
}

function ruleAddresses(name: string, addresses: readonly unknown[]): void {
  if (!addresses.some((one) => typeof one === 'string' && isTooLong(one))) return;
  throw new errors.InvalidClientMetadata(
    `${name} must have at most ${LONGEST_ADDRESS} characters and a host that there can be`,
  );
}

/** Refuses an app that says more of itself than is kept: anybody may register one. */
export function ruleSize(metadata: object): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > LARGEST_METADATA) {
    throw new errors.InvalidClientMetadata(`client metadata must come to at most ${LARGEST_METADATA} bytes`);
  }
}

/** Whether a redirect goes to the person's own machine, where its port may differ; anything but that and https is refused. */
function isLoopback(redirect: string): boolean {
  const url = readAddress(redirect);
  const loopback = url?.protocol === 'http:' && LOOPBACK.has(url.hostname);
  const allowed = url !== null && (url.protocol === 'https:' || loopback);
  if (!allowed || url.username !== '' || url.password !== '' || redirect.includes('#')) {
    throw refused('must be https addresses, or http ones on localhost, without credentials and fragments');
  }
  return loopback;
}

function refused(problem: string): Error {
  return new errors.InvalidClientMetadata(`redirect_uris ${problem}`);
}
