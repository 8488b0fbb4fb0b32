import { z } from 'zod';
import { nameText } from '../base/schemas.ts';
import { emailAddress } from '../identity/member.ts';

const NAME_LENGTH = 200;
const MOST = 1_000_000_000;
const MOST_PERCENT = 99_999;

/** What an organization is called in addresses; as the database checks it. */
export const slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'must be 1 to 63 of a-z, 0-9 and -, not beginning with -');

/** What people read, in the dashboard, in terminals and in mails. */
export const displayName = nameText(NAME_LENGTH);

/** An address that somebody can be written to. */
export const email = emailAddress.pipe(z.email('must be an email address'));

/** A currency that exists, in whichever case it was typed. */
export const currency = z
  .string()
  .toUpperCase()
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), 'must be an ISO 4217 code such as EUR');

/** Money with at most two decimals, kept as text so that it stays exact; `none` takes the cap away. */
export const spendCap = z
  .string()
  .refine(
    (text) => text === 'none' || (/^\d{1,10}(\.\d{1,2})?$/.test(text) && Number(text) <= MOST),
    `must be none or an amount from 0 to ${MOST} with at most two decimals`,
  )
  .transform((text) => (text === 'none' ? null : text));

/** A percentage with at most two decimals; `default` is the given one. */
export const percentOr = (usual: string) =>
  z
    .string()
    .refine(
      (text) => text === 'default' || (/^\d{1,5}(\.\d{1,2})?$/.test(text) && Number(text) <= MOST_PERCENT),
      `must be default or a percentage from 0 to ${MOST_PERCENT} with at most two decimals`,
    )
    .transform((text) => (text === 'default' ? usual : text));

/** A count of an organization's own; `default` goes back to what the settings of the service say. */
export const countFrom = (least: number) =>
  z
    .string()
    .refine(
      (text) => text === 'default' || (/^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= MOST),
      `must be default or a whole number from ${least} to ${MOST}`,
    )
    .transform((text) => (text === 'default' ? null : Number(text)));

/** How large a share is beside that of others; `default` is one share. */
export const weight = z
  .string()
  .refine(
    (text) => text === 'default' || (/^\d{1,4}(\.\d{1,2})?$/.test(text) && Number(text) > 0),
    'must be default or a number above 0, below 10000, with at most two decimals',
  )
  .transform((text) => (text === 'default' ? '1' : text));

/** What a connected app is known by: the id that it was registered with, or the address of its document. */
export const clientId = z
  .string()
  .min(1, 'must be what an app is known by')
  .max(2_000, 'must be what an app is known by');
