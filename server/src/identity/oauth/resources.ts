import type { Config } from '../../base/config.ts';

/** What an app can be connected to. */
export const SURFACES = ['mcp', 'rest'] as const;
type Surface = (typeof SURFACES)[number];

/** What access tokens can be for, each the other's stranger: the MCP server and the REST API. */
export function resourcesOf({ mcpUrl, baseUrl }: Pick<Config, 'mcpUrl' | 'baseUrl'>): Record<Surface, string> {
  return { mcp: `${mcpUrl}/mcp`, rest: baseUrl };
}

/** Which of the two a resource is. */
export function surfaceOf(resource: string, config: Pick<Config, 'mcpUrl' | 'baseUrl'>): Surface {
  return resource === resourcesOf(config).mcp ? 'mcp' : 'rest';
}
