import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const demoFile = z.object({
  base_url: z.string(),
  mcp_url: z.string(),
  auth_url: z.string(),
  app_url: z.string(),
  emulator_url: z.string(),
  people: z.array(z.object({ email: z.string(), password: z.string(), name: z.string() })),
  keys: z.array(
    z.object({
      name: z.string(),
      organization: z.string(),
      user: z.string(),
      scopes: z.array(z.string()),
      key: z.string(),
    }),
  ),
});

/** Everything needed to try the demo: addresses, sign-ins and keys. */
export type DemoFile = z.infer<typeof demoFile>;

const NAME = 'demo.json';
const OWNER_ONLY = 0o600;

/** Writes the file so that only its owner can read it. */
export function writeDemoFile(dataDir: string, content: DemoFile): void {
  const path = join(dataDir, NAME);
  writeFileSync(`${path}.new`, `${JSON.stringify(content, null, 2)}\n`, { mode: OWNER_ONLY });
  renameSync(`${path}.new`, path);
}

/** Reads what an earlier start wrote. */
export function readDemoFile(dataDir: string): DemoFile | undefined {
  const path = join(dataDir, NAME);
  return existsSync(path) ? demoFile.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}
