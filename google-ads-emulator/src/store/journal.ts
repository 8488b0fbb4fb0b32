import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { JsonObject } from '../json.ts';
import type { WorldDescription } from '../worlds/description.ts';
import type { AccountFacts, Change } from './account.ts';

/** Everything that can happen to the emulated world; replaying the entries gives the world back. */
export type Entry =
  | { type: 'world'; at: number; description: WorldDescription | null }
  | { type: 'account'; facts: AccountFacts }
  | { type: 'login'; email: string; name: string; customers: string[] }
  | { type: 'commit'; at: number; customer: string; nextId: number; resources: JsonObject[]; changes: Change[] }
  | { type: 'grant'; id: string; email: string; scope: string; refreshHash: string }
  | { type: 'access_token'; hash: string; grant: string; expires: number }
  | { type: 'grant_revoked'; grant: string }
  | { type: 'grants_suspended'; emails: string[]; suspended: boolean }
  | { type: 'clock'; offsetMs: number };

/** Where entries are kept; `createAtOnce` takes in all that `fill` appends, or nothing. */
export interface EntryLog {
  readonly isNew: boolean;
  read(): Entry[];
  append(entry: Entry): void;
  createAtOnce(fill: () => void): void;
}

/** An append-only file of entries: each is on disk before the call that caused it is answered, so a kill loses nothing. */
export class Journal implements EntryLog {
  readonly #file: string;
  #descriptor: number | undefined;
  #pending: string[] | undefined;

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
  }

  get isNew(): boolean {
    return !existsSync(this.#file);
  }

  /** Reads the entries; a last line torn by a crash was never answered, and is cut off. */
  read(): Entry[] {
    if (this.isNew) return [];
    const text = readFileSync(this.#file, 'utf8');
    const complete = text.lastIndexOf('\n') + 1;
    if (complete < text.length) truncateSync(this.#file, Buffer.byteLength(text.slice(0, complete)));
    const lines = text.slice(0, complete).split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  }

  append(entry: Entry): void {
    const line = `${JSON.stringify(entry)}\n`;
    if (this.#pending) {
      this.#pending.push(line);
      return;
    }
    this.#descriptor ??= openSync(this.#file, 'a');
    writeFileSync(this.#descriptor, line);
    fsyncSync(this.#descriptor);
  }

  /** Writes everything that `fill` appends in one rename, so that a world is either seeded whole or not at all. */
  createAtOnce(fill: () => void): void {
    this.#pending = [];
    fill();
    const temporary = `${this.#file}.new`;
    const descriptor = openSync(temporary, 'w');
    writeFileSync(descriptor, this.#pending.join(''));
    fsyncSync(descriptor);
    closeSync(descriptor);
    renameSync(temporary, this.#file);
    syncDirectory(dirname(this.#file));
    this.#pending = undefined;
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}

/** A rename is safe from a power cut only once the directory is written. */
function syncDirectory(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
