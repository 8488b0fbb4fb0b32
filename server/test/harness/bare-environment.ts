import { flushCompileCache } from 'node:module';

/** What a process needs of this one's environment whatever it is started with; none of its settings come along. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  // What this process has compiled so far is there for the other, which may be killed before it keeps anything.
  flushCompileCache();
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }) };
}
