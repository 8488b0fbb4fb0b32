import { addressGroup } from '../../base/address-group.ts';
import type { Services } from '../../base/context.ts';
import { Refusal } from '../../base/errors.ts';
import { membersOf } from '../../base/json.ts';
import type { Line } from '../../base/turns.ts';
import type { DocumentFetcher, FetchedDocument } from '../../ports/document-fetcher.ts';
import { temporarilyUnavailable } from './app-queries.ts';
import { distrustDocument, forgetDocument, keepDocument, keptDocument } from './client-document.store.ts';
import { isConnected } from './connection.store.ts';
import { errors } from './library.ts';

/** The largest document of an app, in bytes. */
export const LARGEST_DOCUMENT = 5 * 1024;

const STANDS_IN_FOR_MS = 7 * 86_400_000;
/** What was seen at its host within this time is taken as it is kept, and looked at anew behind the request. */
const TRUSTED_FOR_MS = 86_400_000;
const RENEWED_AFTER_MS = 60_000;

/** So many documents are remembered until somebody connects their app; of more the oldest is forgotten. */
const MOST_REMEMBERED = 100;

const BUSY = 'Too many documents of apps are being fetched. Try again in a moment.';

/** Anybody may name a document, on as many hosts as they like: whoever names many waits behind their own. */
const BY_CALLER: Line = {
  name: 'client documents by caller',
  atOnce: 32,
  atOnceOfOne: 2,
  mostWaiting: 100,
  mostWaitingOfOne: 5,
  waitsMs: 1_500,
  refusal: BUSY,
};

/** No host is asked for much, however many name it; more than one caller has, so that none can keep others from it. */
const BY_HOST: Line = {
  name: 'client documents by host',
  atOnceOfOne: 6,
  mostWaitingOfOne: 10,
  waitsMs: 1_000,
  refusal: BUSY,
};

/** Nobody waits for what is looked at anew, and it waits for nobody who names documents. */
const RENEWALS: Line = {
  name: 'client documents that are kept',
  atOnce: 8,
  atOnceOfOne: 2,
  mostWaiting: 50,
  mostWaitingOfOne: 5,
  waitsMs: 5_000,
  refusal: BUSY,
};

/** What the OAuth server is built from. */
export type DocumentServices = Pick<Services, 'config' | 'database' | 'clock' | 'turns'> & {
  documents: DocumentFetcher;
};

/** The request for which a document is brought. */
interface Asking {
  readonly ip: string;
}

interface Brought {
  document: FetchedDocument;
  at: Date;
  /** Whether it is to be kept once it has proved valid. */
  isNew: boolean;
}

/**
 * Brings the documents by which apps are known. Whoever is connected does not wait for a host: a document that was seen
 * there within a day is taken as it is kept. A host that is down does not cut them off: the last good document stands in
 * for a week. One that was taken down is gone. Anybody may name a document, so nothing is kept of those that are not valid
 * or whose app nobody has connected.
 */
export class ClientDocuments {
  #services: DocumentServices;
  #brought = new Map<string, Brought>();
  #underWay = new Map<string, Promise<FetchedDocument>>();
  #renewing = new Set<string>();
  #failed = new WeakSet<Asking>();

  constructor(services: DocumentServices) {
    this.#services = services;
  }

  /** Brings a document to be handed over next; nobody asks where a person is shown the app in the dashboard. */
  async bring(url: string, asking: Asking | undefined): Promise<void> {
    // The library looks for the app of a request that failed once more, to tell where its error goes.
    if (asking && this.#failed.has(asking)) throw notToBeHad(undefined);
    try {
      const brought = (await this.#known(url)) ?? (await this.#asked(url, asking));
      this.#remember(url, brought);
      if (asking && brought.document.status !== 200) this.#failed.add(asking);
    } catch (error) {
      if (asking) this.#failed.add(asking);
      throw error;
    }
  }

  /** What the document that was brought last says; nothing where it is none. */
  said(url: string): object {
    const body = this.#brought.get(url)?.document.body ?? '';
    try {
      return membersOf(JSON.parse(body));
    } catch {
      return {};
    }
  }

  /** What was brought last; the library has nothing else fetched. */
  async handOver(url: string): Promise<Response> {
    const brought = this.#brought.get(url);
    if (!brought) throw new Error('only documents of apps are fetched');
    const { status, headers, body } = brought.document;
    return new Response(body, { status, headers });
  }

  /** Keeps the document that was brought last, which has proved valid, if somebody has connected its app. */
  async keepValid(url: string): Promise<void> {
    const { database } = this.#services;
    const brought = this.#brought.get(url);
    if (!brought?.isNew || !(await isConnected(database, url))) return;
    await keepDocument(database, url, brought.document.body, brought.at);
    brought.isNew = false;
  }

  /** What is kept and was seen at its host not long ago. */
  async #known(url: string): Promise<Brought | undefined> {
    const { database, clock } = this.#services;
    const now = clock.now();
    const kept = await keptDocument(database, url, new Date(now - TRUSTED_FOR_MS));
    if (kept === undefined) return undefined;
    const at = new Date(kept.fetched_at);
    // One that cannot be renewed goes on as it is kept, and is looked at again the next time.
    if (at.getTime() <= now - RENEWED_AFTER_MS) this.#renew(url, kept.body).catch(() => {});
    return { document: good(kept.body), at, isNew: false };
  }

  async #renew(url: string, known: string): Promise<void> {
    if (this.#renewing.has(url)) return;
    this.#renewing.add(url);
    try {
      const { database, clock, turns } = this.#services;
      const { status, body } = await turns.take(RENEWALS, { holder: hostOf(url) }, () => this.#fetched(url));
      const now = clock.now();
      if (saysNothing(status)) return;
      if (isGone(status)) await forgetDocument(database, url);
      else if (status !== 200 || body !== known) await distrustDocument(database, url, new Date(now - TRUSTED_FOR_MS));
      else if (await isConnected(database, url)) await keepDocument(database, url, body, new Date(now));
    } finally {
      this.#renewing.delete(url);
    }
  }

  /** What the host says; while it says nothing, the last good document. */
  async #asked(url: string, asking: Asking | undefined): Promise<Brought> {
    const { database, clock } = this.#services;
    let document: FetchedDocument | undefined;
    let failure: unknown;
    try {
      document = await (this.#underWay.get(url) ?? this.#inTurn(url, asking));
    } catch (error) {
      failure = error;
    }
    const now = clock.now();
    if (document && !saysNothing(document.status)) {
      if (isGone(document.status)) await forgetDocument(database, url);
      return { document, at: new Date(now), isNew: document.status === 200 };
    }
    const kept = await keptDocument(database, url, new Date(now - STANDS_IN_FOR_MS));
    if (kept !== undefined) return { document: good(kept.body), at: new Date(kept.fetched_at), isNew: false };
    throw notToBeHad(failure);
  }

  #inTurn(url: string, asking: Asking | undefined): Promise<FetchedDocument> {
    const { turns } = this.#services;
    const ofHost = () => turns.take(BY_HOST, { holder: hostOf(url) }, () => this.#fetched(url));
    return asking ? turns.take(BY_CALLER, { holder: addressGroup(asking.ip) }, ofHost) : ofHost();
  }

  /** Whoever comes while a document is being fetched gets the same. */
  #fetched(url: string): Promise<FetchedDocument> {
    const begun = this.#underWay.get(url);
    if (begun) return begun;
    const fetching = this.#services.documents
      .fetch(url, { mostBytes: LARGEST_DOCUMENT })
      .finally(() => this.#underWay.delete(url));
    this.#underWay.set(url, fetching);
    return fetching;
  }

  #remember(url: string, brought: Brought): void {
    this.#brought.delete(url);
    this.#brought.set(url, brought);
    const [oldest] = this.#brought.keys();
    if (oldest !== undefined && this.#brought.size > MOST_REMEMBERED) this.#brought.delete(oldest);
  }
}

/** Its host says that there is no such document any more. */
function isGone(status: number): boolean {
  return status === 404 || status === 410;
}

/** A host that is down, asks for less or takes us for a robot has said nothing of the document. */
function saysNothing(status: number): boolean {
  return status >= 400 && !isGone(status);
}

/** Whoever only came at a bad time is not told that the app is unknown: clients forget all they have at that. */
function notToBeHad(failure: unknown): Error {
  if (!(failure instanceof Refusal)) return new errors.InvalidClient('client_id metadata document fetch failed');
  return temporarilyUnavailable(failure);
}

function good(body: string): FetchedDocument {
  return { status: 200, headers: {}, body };
}

function hostOf(url: string): string {
  return new URL(url).host;
}
