import type { Config } from '../../base/config.ts';
import type { SiteReader } from '../../ports/site-reader.ts';
import { siteReader } from './site-reader.ts';

/** The reader of a deployment; sites that wonder who visits them are sent to its own address. */
export function configuredSiteReader({ allowPrivateHosts, publicUrl }: Config): SiteReader {
  return siteReader({ allowed: allowPrivateHosts, contact: publicUrl });
}
