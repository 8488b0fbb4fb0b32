import type { Services } from '../../base/context.ts';
import type { Line } from '../../base/turns.ts';
import type { DocumentFetcher, FetchedDocument } from '../../ports/document-fetcher.ts';
import { forgetDocument, keepDocument, keptDocument } from './client-document.store.ts';
import { isConnected } from './connection.store.ts';

/** The largest document of an app, in bytes. */
export const LARGEST_DOCUMENT = 5 * 1024;

const STANDS_IN_FOR_MS = 7 * 86_400_000;

/** So many documents are remembered until somebody connects their app; of more the oldest is forgotten. */
const MOST_UNKEPT = 100;

/** Anybody may name a document: few are fetched at once, and fewer from one host. */
const FETCHES: Line = {
  name: 'client documents',
  atOnce: 8,
  atOnceOfOne: 2,
  mostWaiting: 50,
  mostWaitingOfOne: 5,
  waitsMs: 5_000,
  refusal: 'Too many documents of apps are being fetched. Try again in a moment.',
};

/** What the OAuth server is built from. */
export type DocumentServices = Pick<Services, 'config' | 'database' | 'clock' | 'turns'> & {
  documents: DocumentFetcher;
};

/**
 * Fetches the documents by which apps are known. A host that is down does not cut off those who are connected: the last
 * good document stands in for a week. One that was taken down is gone. Anybody may name a document, so nothing is kept of
 * those that are not valid or whose app nobody has connected.
 */
export class ClientDocuments {
  #services: DocumentServices;
  #unkept = new Map<string, { body: string; at: Date }>();

  constructor(services: DocumentServices) {
    this.#services = services;
  }

  async fetch(url: string): Promise<Response> {
    const { database, clock, turns, documents } = this.#services;
    let answer: FetchedDocument | undefined;
    let failure: unknown;
    try {
      answer = await turns.take(FETCHES, { holder: new URL(url).host }, () =>
        documents.fetch(url, { mostBytes: LARGEST_DOCUMENT }),
      );
    } catch (error) {
      failure = error;
    }
    if (answer?.status === 200) this.#remember(url, { body: answer.body, at: new Date(clock.now()) });
    if (answer && answer.status < 500) {
      if (answer.status >= 400) await forgetDocument(database, url);
      return new Response(answer.body, { status: answer.status, headers: answer.headers });
    }
    const kept = await keptDocument(database, url, new Date(clock.now() - STANDS_IN_FOR_MS));
    if (kept !== undefined) return new Response(kept, { status: 200 });
    throw failure ?? new Error(`the document answers ${answer?.status}`);
  }

  /** Keeps the document that was fetched last, which has proved valid, if somebody has connected its app. */
  async keepValid(url: string): Promise<void> {
    const { database } = this.#services;
    const document = this.#unkept.get(url);
    if (!document || !(await isConnected(database, url))) return;
    await keepDocument(database, url, document.body, document.at);
    if (this.#unkept.get(url) === document) this.#unkept.delete(url);
  }

  #remember(url: string, document: { body: string; at: Date }): void {
    this.#unkept.delete(url);
    this.#unkept.set(url, document);
    const [oldest] = this.#unkept.keys();
    if (oldest !== undefined && this.#unkept.size > MOST_UNKEPT) this.#unkept.delete(oldest);
  }
}
