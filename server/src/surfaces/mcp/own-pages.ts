import type { IncomingHttpHeaders } from 'node:http';
import type { Config } from '../../base/config.ts';
import { readAddress } from '../../base/web-address.ts';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];
const HOST = /^(\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;

/**
 * Tells whether a request was sent to an address of ours and, where a browser says from which page it comes, from one of
 * ours: a page of somebody else whose name was made to point here gets nothing.
 */
export function ownPages({
  mcpUrl,
  appUrl,
}: Pick<Config, 'mcpUrl' | 'appUrl'>): (headers: IncomingHttpHeaders) => boolean {
  const own = [mcpUrl, appUrl].map((url) => new URL(url).hostname);
  const hosts = new Set(own.some((host) => LOCAL.includes(host)) ? [...own, ...LOCAL] : own);
  return ({ host = '', origin = '' }) => {
    const sentTo = HOST.exec(host)?.[1]?.toLowerCase() ?? '';
    return hosts.has(sentTo) && (origin === '' || hosts.has(readAddress(origin)?.hostname ?? ''));
  };
}
