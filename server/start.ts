import { enableCompileCache, getCompileCacheDir } from 'node:module';

// What was compiled once is not compiled again: this process and those it starts are ready sooner.
enableCompileCache();
process.env.NODE_COMPILE_CACHE ??= getCompileCacheDir();

await import('./main.ts');
