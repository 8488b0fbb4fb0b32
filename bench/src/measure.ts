import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** What one load on one server showed. */
export interface Figures {
  requests: number;
  requestsPerSecond: number;
  p50: number;
  p99: number;
  failed: number;
}

export interface Load {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
  /** Instead of reading: sends this JSON. */
  post?: string;
  /** Instead of reading: sets budgets of campaigns in turn, going up from one amount to the other. */
  edit?: { from: number; to: number; slugs: number; dry_run: boolean };
}

/** Sends a load from a process of its own, so that sending does not slow down what is measured. */
export function measure(load: Load): Promise<Figures> {
  return inChild<Load, Figures>(new URL('load.ts', import.meta.url), load);
}

/** A server in a process of its own. */
export interface ServerProcess {
  url: string;
  residentMb(): Promise<number>;
  /** Time that processors have spent on it so far, in microseconds. */
  cpuTime(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a server script with its settings; the script says where it listens. */
export async function startServer(script: string, settings: object): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL(script, import.meta.url)), { execArgv: [] });
  const ask = <T>(message: object) =>
    new Promise<T>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`${script} ended with ${code}`));
      child.once('exit', ended);
      child.once('message', (answer) => {
        child.off('exit', ended);
        resolve(answer as T);
      });
      child.send(message);
    });
  const { url } = await ask<{ url: string }>({ start: settings });
  return {
    url,
    residentMb: async () => (await ask<{ rss: number }>({ memory: true })).rss / 1024 / 1024,
    cpuTime: async () => {
      const { user, system } = await ask<{ user: number; system: number }>({ cpu: true });
      return user + system;
    },
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

function inChild<Input extends object, Output>(script: URL, input: Input): Promise<Output> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(script), { execArgv: [] });
    child.once('message', (output) => resolve(output as Output));
    child.once('exit', (code) => reject(new Error(`${script.pathname} ended with ${code}`)));
    child.send(input);
  });
}
