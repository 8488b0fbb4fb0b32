import type { Config } from '../../base/config.ts';
import { CutOff, Threads } from '../../base/threads.ts';
import { type SiteReader, SiteUnreadable } from '../../ports/site-reader.ts';
import type { Read, Reading } from './reading.thread.ts';

/** More than a reading takes that keeps its own limits. */
const LONGEST_READING_MS = 150_000;

const threads = new Threads<Reading, Read>(new URL('./reading.thread.ts', import.meta.url));

/** The reader of a deployment, in threads of its own; sites that wonder who visits them are sent to its own address. */
export function configuredSiteReader({ allowPrivateHosts: allowed, publicUrl: contact }: Config): SiteReader {
  return {
    async read({ address, mostPages, signal, onPage }) {
      const answers = { page: (read: number) => onPage?.(read) };
      const terms = { signal, withinMs: LONGEST_READING_MS, answers };
      const read = await threads.run({ allowed, contact, address, mostPages }, terms).catch(asUnreadable);
      if ('site' in read) return read.site;
      throw new SiteUnreadable(read.unreadable.kind, read.unreadable.message);
    },
  };
}

function asUnreadable(error: unknown): never {
  if (!(error instanceof CutOff)) throw error;
  throw new SiteUnreadable('not_a_website', 'Its pages are larger or more tangled than any that people read.');
}
