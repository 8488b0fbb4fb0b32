import { z } from 'zod';
import { type Operation, read } from '../../base/operation.ts';
import { openApiDocument } from './openapi.ts';
import { referenceDocument } from './reference.ts';

/**
 * Answers the OpenAPI document of the running service, as tools fetch schemas without a credential; and makes, when it is
 * first asked for, what people read of the same operations.
 */
export function getOpenApi(
  operations: readonly Operation[],
  baseUrl: string,
  version: string,
): { operation: Operation; reference: () => object } {
  const operation: Operation = read({
    name: 'get_openapi',
    summary: 'Get this description',
    description: 'The OpenAPI 3.1 description of this service, generated from its operations.',
    rest: 'GET /openapi.json',
    tool: null,
    scope: null,
    audience: 'public',
    organization: 'caller',
    input: z.strictObject({}),
    output: z.looseObject({ openapi: z.string() }),
    run: async () => ({ openapi: '', ...document }),
  });
  const document = openApiDocument([...operations, operation], baseUrl, version);
  return { operation, reference: () => referenceDocument([...operations, operation], baseUrl, version) };
}
