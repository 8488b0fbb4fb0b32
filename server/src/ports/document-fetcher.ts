/** A document as its host sent it. */
export interface FetchedDocument {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Fetches documents that anybody may name: from public addresses only, without following redirects, within limits. */
export interface DocumentFetcher {
  fetch(url: string, limits: { mostBytes: number }): Promise<FetchedDocument>;
}
