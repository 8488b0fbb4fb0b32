import { enableCompileCache, getCompileCacheDir } from 'node:module';

// What was compiled once is not compiled again: this process and those it starts are ready sooner.
enableCompileCache();
process.env.NODE_COMPILE_CACHE ??= getCompileCacheDir();

// One process does it all, in place of the shell that npm started: a signal to npm ends the service too.
const { buildDashboardApart } = await import('../dashboard/build.ts');
await buildDashboardApart();
await import('./main.ts');
