import type { IncomingHttpHeaders } from 'node:http';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import type { Config } from '../../base/config.ts';

/**
 * Tells whether a request was sent to an address of ours and, where a browser says from which page it comes, from one of
 * ours: a page of somebody else whose name was made to point here gets nothing.
 */
export function ownPages({
  mcpUrl,
  appUrl,
}: Pick<Config, 'mcpUrl' | 'appUrl'>): (headers: IncomingHttpHeaders) => boolean {
  const own = [mcpUrl, appUrl].map((url) => new URL(url).hostname);
  const local = localhostAllowedHostnames();
  const hosts = own.some((host) => local.includes(host)) ? [...own, ...local] : own;
  return ({ host, origin }) => validateHostHeader(host, hosts).ok && validateOriginHeader(origin, hosts).ok;
}
