import type { FastifyInstance } from 'fastify';
import type { Config } from '../../base/config.ts';
import type { Services } from '../../base/context.ts';
import { SCOPES } from '../../base/scopes.ts';
import { resourceMetadataUrl } from '../../gate/resource-metadata.ts';
import { ENDPOINTS } from '../../identity/oauth/endpoints.ts';
import { resourcesOf } from '../../identity/oauth/resources.ts';
import { plainHeaders } from '../wire/plain-headers.ts';

const ISSUER_METADATA = '/.well-known/oauth-authorization-server';

/** Serves what clients discover everything else from: the metadata of both resources and of the OAuth server. */
export function mountMetadata(
  app: FastifyInstance,
  { config, clock, oauth }: Pick<Services, 'config' | 'clock' | 'oauth'>,
): void {
  const documents = new Map<string, object>([[ISSUER_METADATA, issuerMetadata(config)]]);
  for (const resource of Object.values(resourcesOf(config))) {
    documents.set(new URL(resourceMetadataUrl(resource)).pathname, resourceMetadata(resource, config));
  }
  for (const [path, document] of documents) {
    const body = JSON.stringify(document);
    app.get(path, (_request, reply) => {
      // Whoever asks here comes to the OAuth server next: it is ready by then. What fails now is told to them.
      oauth().catch(() => {});
      return reply
        .headers({
          ...plainHeaders(clock),
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'public, max-age=300',
          'access-control-allow-origin': '*',
        })
        .send(body);
    });
  }
}

/** RFC 9728. */
function resourceMetadata(resource: string, { authUrl }: Config): object {
  return {
    resource,
    authorization_servers: [authUrl],
    scopes_supported: Object.keys(SCOPES),
    bearer_methods_supported: ['header'],
  };
}

/** RFC 8414. */
function issuerMetadata(config: Config): object {
  const { authUrl } = config;
  return {
    issuer: authUrl,
    authorization_endpoint: authUrl + ENDPOINTS.authorization,
    token_endpoint: authUrl + ENDPOINTS.token,
    registration_endpoint: authUrl + ENDPOINTS.registration,
    revocation_endpoint: authUrl + ENDPOINTS.revocation,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    scopes_supported: Object.keys(SCOPES),
    protected_resources: Object.values(resourcesOf(config)),
  };
}
