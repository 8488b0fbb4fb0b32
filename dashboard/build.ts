import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = import.meta.dirname;
const DIST = join(ROOT, 'dist');

/** What the bundle is made of; the files of the server are tables and rules that both sides know. */
const SOURCES = [
  '{src,public}/**',
  '{index.html,package.json,vite.config.ts,build.ts}',
  '../server/src/base/{csv,scopes,visible-text}.ts',
  '../server/src/{identity/role-ceiling,campaigns/{ad-limits,budget-bounds,keyword-text}}.ts',
  '../package-lock.json',
];

const ENDING = ['SIGTERM', 'SIGINT'] as const;

if (import.meta.main) await buildDashboard();

/** Builds in a process of its own, whose memory goes with it; a signal that ends this process ends that one first. */
export async function buildDashboardApart(): Promise<void> {
  if (isBuilt()) return;
  const child = spawn(process.execPath, [import.meta.filename], { stdio: 'inherit' });
  const passOn = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ENDING) process.on(signal, passOn);
  const [code, signal] = await once(child, 'exit');
  for (const signal of ENDING) process.off(signal, passOn);
  if (signal) process.kill(process.pid, signal);
  if (code !== 0) throw new Error(`the dashboard could not be built: its build ended with ${signal ?? code}`);
}

/** Builds the dashboard into dist unless it is newer than everything it is made of. */
export async function buildDashboard(): Promise<void> {
  if (isBuilt()) return;
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

function isBuilt(): boolean {
  return builtAt() > newestSource();
}

/** A server that starts meanwhile finds either the old files or the new ones, never half of them. */
function replaceDist(fresh: string): void {
  const old = `${fresh}-old`;
  try {
    if (builtAt() > 0) renameSync(DIST, old);
    renameSync(fresh, DIST);
  } catch (error) {
    // Whoever built at the same time and was quicker built the same.
    if (!isBuilt()) throw error;
  } finally {
    for (const left of [fresh, old]) rmSync(left, { recursive: true, force: true });
  }
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
