import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Heard } from './load-stores.ts';
import { mayBeNull } from './parameter-types.ts';

const SERVER = resolve(import.meta.dirname, '../..');
const STORES = ['src/**/*.store.ts', 'demo/**/*.store.ts'];

/** A statement of the program, with where it is declared. */
export interface Declared {
  /** The file and what the statement is called there. */
  name: string;
  /** `file:line` of every call on the way from the module to `statement`. */
  places: string[];
  text: string;
  mayBeNull(parameter: number): boolean;
}

/** The statements of every store in the order in which they are declared, heard by a thread that has loaded nothing yet. */
export async function declaredInStores(): Promise<Declared[]> {
  const urls = storeFiles().map((file) => pathToFileURL(join(SERVER, file)).href);
  const worker = new Worker(new URL('./load-stores.ts', import.meta.url), { workerData: urls });
  const [heard = []]: Heard[][] = await once(worker, 'message');
  return heard.map(({ text, stack }) => declared(text, stack));
}

/** Calls of `statement` in stores that did not happen while they were loaded, as `file:line`. */
export function undeclared(all: readonly Declared[]): string[] {
  const made = new Set(all.flatMap(({ places }) => places));
  return storeFiles().flatMap((file) =>
    linesOf(file).flatMap((line, index) =>
      /(?<!import.*|\w)statement[<(]/.test(line) && !made.has(`${file}:${index + 1}`) ? [`${file}:${index + 1}`] : [],
    ),
  );
}

/** The files whose SQL is checked. */
export function storeFiles(): string[] {
  return STORES.flatMap((pattern) => globSync(pattern, { cwd: SERVER })).sort();
}

function declared(text: string, stack: string): Declared {
  const places = stack.split('\n').flatMap((frame) => {
    const [, url, line] = /(file:.*?):(\d+):\d+\)?$/.exec(frame) ?? [];
    const file = url === undefined ? '' : relative(SERVER, fileURLToPath(url));
    return file.endsWith('.store.ts') ? [`${file}:${line}`] : [];
  });
  const [called = '', ...callers] = places;
  const names = [called, ...callers].map(nameAt);
  return {
    name: `${called.replace(/^src\//, '')} ${names.join(' of ')}`,
    places,
    text,
    mayBeNull: mayBeNull(sourceAt(called)),
  };
}

const DECLARATION = /(?:const|function)\s+(\w+)|^\s*(\w+):/;

/** What stands on the left of the call, in its line or the nearest one above. */
function nameAt(place: string): string {
  const above = sourceAt(place).above.toReversed();
  for (const line of above) {
    const [, constant, property] = DECLARATION.exec(line) ?? [];
    if (constant ?? property) return constant ?? property ?? '';
  }
  return '';
}

/** The lines of a file, up to one and from it on. */
export interface SourcePlace {
  above: string[];
  from: string[];
}

function sourceAt(place: string): SourcePlace {
  const [file = '', line = '1'] = place.split(':');
  const lines = linesOf(file);
  return { above: lines.slice(0, Number(line)), from: lines.slice(Number(line) - 1) };
}

const read = new Map<string, string[]>();

function linesOf(file: string): string[] {
  const lines = read.get(file) ?? readFileSync(join(SERVER, file), 'utf8').split('\n');
  read.set(file, lines);
  return lines;
}
