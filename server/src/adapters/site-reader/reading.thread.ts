import { work } from '../../base/threads.ts';
import { type Site, SiteUnreadable } from '../../ports/site-reader.ts';
import { siteReader } from './site-reader.ts';

/** One site to read. */
export interface Reading {
  allowed: readonly string[];
  contact: string;
  address: string;
  mostPages: number;
}

/** The site, or why it cannot be read: an error of our own does not pass from thread to thread. */
export type Read = { site: Site } | { unreadable: { kind: SiteUnreadable['kind']; message: string } };

work<Reading, Read>(async ({ allowed, contact, address, mostPages }, ask) => {
  try {
    const onPage = (read: number) => void ask('page', read);
    const { signal } = new AbortController();
    const site = await siteReader({ allowed, contact }).read({ address, mostPages, signal, onPage });
    return { site };
  } catch (error) {
    if (error instanceof SiteUnreadable) return { unreadable: { kind: error.kind, message: error.message } };
    throw error;
  }
});
