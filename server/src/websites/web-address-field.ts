import { z } from 'zod';
import type { Services } from '../base/context.ts';
import { invalid } from '../base/errors.ts';
import { checkWebAddress, LONGEST_ADDRESS } from '../base/web-address.ts';

/** A web address as callers send it; `publicAddress` tells whether it may be visited. */
export const webAddress = z.string().trim().min(1).max(LONGEST_ADDRESS);

/** The address as it will be visited; refused where it is malformed or plainly private. */
export function publicAddress({ config }: Pick<Services, 'config'>, field: string, address: string): URL {
  const checked = checkWebAddress(address, config.allowPrivateHosts);
  if ('problem' in checked) throw invalid([{ path: field, message: checked.problem }]);
  return checked.url;
}
