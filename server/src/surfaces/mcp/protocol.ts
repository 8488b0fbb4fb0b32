import {
  createMcpHandler,
  INVALID_PARAMS,
  INVALID_REQUEST,
  type McpHttpHandler,
  ProtocolError,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import type { Caller } from '../../base/caller.ts';
import type { Log } from '../../base/log.ts';
import { INSTRUCTIONS } from './instructions.ts';
import { PROMPTS } from './prompts.ts';
import type { ServerInfo } from './reply.ts';
import { ERROR_REFERENCE, errorReference, type Template } from './resources.ts';
import { LIST_TTL_MS, type Toolbox } from './toolbox.ts';

/** What the library's server is made of. */
export interface ProtocolParts {
  info: ServerInfo;
  toolbox: Toolbox;
  templates: readonly Template[];
}

const MOST_COMPLETIONS = 100;
const LONGEST_NAME = 80;
const LONGEST_SAID = 300;
const LONGEST_URI = 2_000;
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The library with our server in it, for one caller. */
export function handlerFor(parts: ProtocolParts, caller: Caller, log: Log): McpHttpHandler {
  return createMcpHandler(() => protocolServer(parts, caller), {
    // It quotes what was sent, however much that is, in its message, its stack and its data.
    onerror: ({ name, message }) =>
      log.info({ name, said: message.slice(0, LONGEST_SAID) }, 'a message of the Model Context Protocol was refused'),
  });
}

/**
 * Speaks everything of the protocol that runs no operation: handshake, lists, prompts, completion. Calls of tools and
 * reading of resources go around it; where one of these comes here, it is only to be told what is wrong with it.
 */
function protocolServer({ info, toolbox, templates }: ProtocolParts, caller: Caller): Server {
  const server = new Server(info, {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: INSTRUCTIONS,
    cacheHints: {
      'tools/list': { ttlMs: LIST_TTL_MS, cacheScope: 'private' },
      'prompts/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
      'resources/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
      'resources/templates/list': { ttlMs: LIST_TTL_MS, cacheScope: 'public' },
    },
  });
  server.setRequestHandler('tools/list', () => JSON.parse(`{${toolbox.listFor(caller).members}}`));
  server.setRequestHandler('tools/call', () => {
    throw new ProtocolError(INVALID_REQUEST, 'The message is not as the protocol wants it: nothing was called.');
  });
  server.setRequestHandler('resources/list', () => ({ resources: [ERROR_REFERENCE] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: templates.map(({ operation: _, ...template }) => template),
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    if (uri !== ERROR_REFERENCE.uri) throw new ResourceNotFoundError(uri.slice(0, LONGEST_URI));
    return { contents: [{ uri, mimeType: ERROR_REFERENCE.mimeType, text: errorReference() }] };
  });
  server.setRequestHandler('prompts/list', () => ({
    prompts: PROMPTS.map(({ name, title, description }) => ({ name, title, description, arguments: [organization] })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => prompted(params));
  server.setRequestHandler('completion/complete', ({ params: { argument } }) => {
    const all = argument.name === 'organization' ? organizationsOf(caller, argument.value) : [];
    return {
      completion: { values: all.slice(0, MOST_COMPLETIONS), total: all.length, hasMore: all.length > MOST_COMPLETIONS },
    };
  });
  return server;
}

const organization = { name: 'organization', description: 'Slug of the organization.', required: true };

function prompted({ name, arguments: given }: { name: string; arguments?: Record<string, string> | undefined }) {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (!prompt)
    throw new ProtocolError(INVALID_PARAMS, `There is no prompt ${JSON.stringify(name.slice(0, LONGEST_NAME))}.`);
  const slug = given?.organization ?? '';
  if (!SLUG.test(slug)) throw new ProtocolError(INVALID_PARAMS, 'organization must be the slug of an organization.');
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: prompt.text(slug) } }],
  };
}

function organizationsOf({ organizations }: Caller, begun: string): string[] {
  return [...organizations.keys()].filter((slug) => slug.startsWith(begun)).sort();
}
