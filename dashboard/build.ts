import { globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = import.meta.dirname;
const DIST = join(ROOT, 'dist');

/** What the bundle is made of; the two files of the server are tables that both sides show. */
const SOURCES = [
  '{src,public}/**',
  '{index.html,package.json,vite.config.ts,build.ts}',
  '../server/src/{base/scopes,identity/role-ceiling}.ts',
  '../package-lock.json',
];

if (import.meta.main) await buildDashboard();

/** Builds the dashboard into dist unless it is newer than everything it is made of. */
export async function buildDashboard(): Promise<void> {
  if (builtAt() > newestSource()) return;
  const { build } = await import('vite');
  const fresh = join(ROOT, 'node_modules', `.build-${process.pid}`);
  mkdirSync(join(ROOT, 'node_modules'), { recursive: true });
  await build({
    configFile: join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: fresh, emptyOutDir: true },
  });
  replaceDist(fresh);
}

/** A server that starts meanwhile finds either the old files or the new ones, never half of them. */
function replaceDist(fresh: string): void {
  const old = `${fresh}-old`;
  if (builtAt() > 0) renameSync(DIST, old);
  renameSync(fresh, DIST);
  rmSync(old, { recursive: true, force: true });
}

function builtAt(): number {
  return statSync(join(DIST, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Folders count too: their time moves when a file is deleted. */
function newestSource(): number {
  return globSync(SOURCES, { cwd: ROOT }).reduce((newest, file) => {
    const { mtimeMs } = statSync(join(ROOT, file));
    return Math.max(newest, mtimeMs);
  }, 0);
}
