import { resolve } from 'node:path';
import { listAdAccounts } from '../src/ad-accounts/ad-account.store.ts';
import type { Services } from '../src/base/context.ts';
import { organizationWithSlug } from '../src/operator/operator.store.ts';
import { addDrafts, ownCampaigns } from './campaigns.ts';
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts';
import { linkAccount } from './link.ts';
import { seedDemo } from './seed.ts';

/** The accounts that the demo's organizations are linked to. */
const LINKS = [
  { organization: 'acme-plumbing', login: 'olivia@demo.test', accountId: '1000000001' },
  { organization: 'globex-clinic', login: 'olivia@demo.test', accountId: '1000000002' },
];

/** Makes the demo ready, once, and tells how to try it; work that it queues must be under way. */
export async function readyDemo(services: Services, emulatorUrl: string): Promise<DemoFile | undefined> {
  const { config } = services;
  const dataDir = resolve(config.dataDir);
  const seeded = await seedDemo(services, emulatorUrl);
  if (seeded) writeDemoFile(dataDir, { ...addresses(services, emulatorUrl), ...seeded });
  await Promise.all(LINKS.map((link) => fill(services, emulatorUrl, link)));
  const known = seeded ?? readDemoFile(dataDir);
  if (!known) return undefined;
  const file = { ...addresses(services, emulatorUrl), people: known.people, keys: known.keys };
  writeDemoFile(dataDir, file);
  return file;
}

/** Links an organization of the demo that is not linked yet, and makes its campaigns what they are to show. */
async function fill(services: Services, emulatorUrl: string, link: (typeof LINKS)[number]): Promise<void> {
  const { database, clock } = services;
  const organizationId = await organizationWithSlug(database, link.organization);
  if (organizationId === undefined) return;
  const tenancy = { organizationId, db: database };
  if ((await listAdAccounts(tenancy)).length > 0) return;
  await linkAccount(services, organizationId, link);
  await database.transaction(async (db) => {
    const within = { ...tenancy, db };
    await ownCampaigns(within, link.organization, clock.now());
    if (link.organization !== 'acme-plumbing') return;
    await addDrafts(within, `${emulatorUrl}/sites/acme-plumbing/`, link.accountId, clock.now());
  });
}

function addresses({ config }: Services, emulator_url: string) {
  const { baseUrl, mcpUrl, authUrl, appUrl } = config;
  return { base_url: baseUrl, mcp_url: mcpUrl, auth_url: authUrl, app_url: appUrl, emulator_url };
}

/** What a newcomer reads: where everything is, one sign-in and one key. */
export function invitation(demo: DemoFile, path: string): string {
  const [person] = demo.people;
  const [key] = demo.keys;
  return `
  Sluice is ready.

  Dashboard   ${demo.app_url}
  REST API    ${demo.base_url}
  MCP server  ${demo.mcp_url}/mcp   for AI agents; ${demo.app_url}/docs/mcp says how each is connected
  Emulator    ${demo.emulator_url}
  Websites    ${demo.emulator_url}/sites/acme-plumbing/  ${demo.emulator_url}/sites/globex-clinic/

  Sign in as  ${person?.email}  ${person?.password}
  Try a key   curl -H "Authorization: Bearer ${key?.key}" ${demo.base_url}/organizations

  All sign-ins and keys of the demo: ${path}
`;
}
