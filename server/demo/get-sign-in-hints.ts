import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { read } from '../src/base/operation.ts';
import { hasNoOrganization } from './demo.store.ts';
import { readDemoFile } from './demo-file.ts';
import { ORGANIZATIONS, PEOPLE } from './world.ts';

/**
 * What the sign-in page tells a newcomer: that nobody can sign in yet, or who can be tried out, which is nobody unless
 * the demo runs. How they sign in is told only on the machine that the demo runs on, where the same is in a file and on
 * the terminal; not through a tunnel that leads there.
 */
export const getSignInHints = read({
  name: 'get_sign_in_hints',
  summary: 'Tell a newcomer how to sign in',
  description:
    'Lists the people that the demo made, with their passwords on the machine itself, and says whether anybody can sign in yet.',
  rest: 'GET /sign-in-hints',
  tool: null,
  scope: null,
  organization: 'caller',
  audience: 'public',
  input: z.strictObject({}),
  output: z.object({
    first_run: z.boolean().describe('Whether there is no organization yet.'),
    people: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        roles: z.array(z.string()).describe('Role and organization, in words.'),
        password: z.string().nullable(),
      }),
    ),
  }),

  async run(_, { config, database, isFromHere }) {
    const file = config.demo ? readDemoFile(resolve(config.dataDir)) : undefined;
    if (!file) return { first_run: await hasNoOrganization(database), people: [] };
    const isLocal = isThisMachine(config.host) && config.trustedProxies === 0 && isFromHere?.() === true;
    const passwords = new Map(file.people.map(({ email, password }) => [email, password]));
    return {
      first_run: false,
      people: PEOPLE.filter(({ email }) => passwords.has(email)).map(({ name, email, roles, staff }) => ({
        name,
        email,
        roles: staff ? ['Ad operations, read only'] : Object.entries(roles).map(inWords),
        password: isLocal ? (passwords.get(email) ?? null) : null,
      })),
    };
  },
});

function inWords([slug, role]: [slug: string, role: string]): string {
  const organization = ORGANIZATIONS.find((one) => one.slug === slug)?.name ?? slug;
  return `${role.charAt(0).toUpperCase()}${role.slice(1)} of ${organization}`;
}

function isThisMachine(address: string): boolean {
  if (isIP(address) === 0) return address === 'localhost';
  return /^(127\.|::1$|::ffff:127\.)/.test(address);
}
