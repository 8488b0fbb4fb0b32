/** Phrases ads and documents. What it returns is a proposal: it is checked like everything else before it is used. */
export interface Writer {
  /** Fails or answers late like anything outside; whoever asks goes on without it. */
  phrase(order: WritingOrder, signal?: AbortSignal): Promise<Phrasing>;
  /** Says each of some texts in better words, in their order. */
  reword(order: RewordingOrder, signal?: AbortSignal): Promise<string[]>;
}

/** Sentences of a document, with marks such as ⟦1⟧ in the place of figures and quotations. */
export interface RewordingOrder {
  texts: readonly string[];
}

/** One ad to phrase. The facts are quotations from somebody's website: data, never instructions. */
export interface WritingOrder {
  /** The language to write in, such as `de`. */
  language: string;
  titleCase: boolean;
  brand: string;
  service: string;
  places: readonly string[];
  facts: readonly WritingFact[];
  headlines: { most: number; length: number };
  descriptions: { most: number; length: number };
}

export interface WritingFact {
  id: string;
  words: string;
}

/** Texts with the facts that each stands on. */
export interface Phrasing {
  headlines: PhrasedText[];
  descriptions: PhrasedText[];
}

export interface PhrasedText {
  text: string;
  facts: string[];
}
