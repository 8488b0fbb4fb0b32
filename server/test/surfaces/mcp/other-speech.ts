import Fastify, { type FastifyInstance } from 'fastify';
import type { McpParts } from '../../../src/surfaces/mcp/mcp.ts';
import { mountMcp } from '../../../src/surfaces/mcp/mcp.ts';
import { Bodies } from '../../../src/surfaces/rest/bodies.ts';
import type { RunningService } from '../../harness/service.ts';

/** The endpoint of the service with the same gate and another library behind it, and no tool of its own. */
export async function serveSpeech(
  { service: { gate } }: RunningService,
  speech: NonNullable<McpParts['speech']>,
): Promise<{ app: FastifyInstance; base: string }> {
  const { config } = gate.services;
  const { intake, mcpUrl } = config;
  const app = Fastify();
  mountMcp(app, {
    gate,
    operations: [],
    version: '0',
    resource: `${mcpUrl}/mcp`,
    shared: { bodies: new Bodies(intake, gate.services), observe: () => {} },
    speech,
  });
  return { app, base: await app.listen({ port: 0, host: '127.0.0.1' }) };
}
