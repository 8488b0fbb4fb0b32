/** Something that people search for: demand, prices and rates belong to it, whichever keyword shows the ad. */
export interface TermDraft {
  text: string;
  /** What it is, as ground truth. */
  kind: string;
  /** Searches a month. */
  searches: number;
  /** The usual price of a click in currency units, the click rate and the conversion rate. */
  cpc: number;
  ctr: number;
  cvr: number;
  /** Broad keywords that hold all words of one of these reach it by its meaning. */
  reachedBy: readonly string[];
  /** The text that its conversion rate drifts together with. */
  theme: string;
  /** Before so many days ago, as of the world's beginning, nobody converted. */
  convertsSinceDaysAgo?: number;
}

/** A term in its place in a market. */
export interface Term extends TermDraft {
  index: number;
  stems: readonly string[];
  words: readonly string[];
  seed: number;
  themeSeed: number;
  /** Hidden terms count in every total, but search_term_view never shows them. */
  hidden: boolean;
  /** The instant since when people search for it: later than the world itself where a keyword brought it along. */
  since: number;
}

/** A term searched less often than this in a month is withheld from search_term_view, as Google withholds rare ones. */
export const HIDDEN_BELOW_MONTHLY_SEARCHES = 12;
