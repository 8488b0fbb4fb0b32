/** What a plan saw before anything was locked: in the platform, or in so much that it is not looked through again. */
export interface Seen {
  /** Whether a campaign that rests here runs there; `unknown` where the platform could not be read. */
  runs?: boolean | 'unknown';
  /** Stands for what a guardrail looked through and found nothing against; as long as that is the same, neither is there. */
  judged?: string;
}
