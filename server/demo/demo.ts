import { resolve } from 'node:path';
import type { Services } from '../src/core/context.ts';
import { type DemoFile, readDemoFile, writeDemoFile } from './demo-file.ts';
import { seedDemo } from './seed.ts';

/** Makes the demo ready, once, and tells how to try it. */
export async function tryDemo(services: Services, emulatorUrl: string): Promise<void> {
  const { config } = services;
  const dataDir = resolve(config.dataDir);
  const seeded = await seedDemo(services, emulatorUrl);
  const known = seeded ?? readDemoFile(dataDir);
  if (!known) return;
  const file: DemoFile = {
    base_url: config.baseUrl,
    mcp_url: config.mcpUrl,
    auth_url: config.authUrl,
    app_url: config.appUrl,
    emulator_url: emulatorUrl,
    people: known.people,
    keys: known.keys,
  };
  writeDemoFile(dataDir, file);
  console.log(invitation(file, resolve(dataDir, 'demo.json')));
}

function invitation(demo: DemoFile, path: string): string {
  const [person] = demo.people;
  const [key] = demo.keys;
  return `
  Sluice is ready.

  Dashboard   ${demo.app_url}
  REST API    ${demo.base_url}
  Emulator    ${demo.emulator_url}

  Sign in as  ${person?.email}  ${person?.password}
  Try a key   curl -H "Authorization: Bearer ${key?.key}" ${demo.base_url}/organizations

  All sign-ins and keys of the demo: ${path}
`;
}
