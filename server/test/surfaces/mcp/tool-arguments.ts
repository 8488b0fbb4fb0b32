import { z } from 'zod';
import type { Operation } from '../../../src/base/operation.ts';
import type { ValidRequest } from '../../harness/requests.ts';

/** The arguments that say the same as a request of REST. */
export function argumentsOf({ rest }: Operation, { path, body }: ValidRequest): Record<string, unknown> {
  const pattern = new RegExp(`^${rest.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
  const { org, slug, ...parts } = pattern.exec(path)?.groups ?? {};
  return {
    ...(org !== undefined && { organization: org }),
    ...(slug !== undefined && { campaign: slug }),
    ...Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, decodeURIComponent(String(value))])),
    ...z.record(z.string(), z.unknown()).parse(body ?? {}),
  };
}
