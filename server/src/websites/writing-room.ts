import { CutOff, Threads } from '../base/threads.ts';
import type { BusinessFacts } from '../copywriting/business-facts.ts';
import type { CompositionOrder } from '../copywriting/compose.ts';
import type { ComposedCampaign } from '../copywriting/composed-campaign.ts';
import type { IdeaSeeds } from '../copywriting/idea-seeds.ts';
import type { WritingJob, WritingResult } from '../copywriting/writing.thread.ts';
import type { Site } from '../ports/site-reader.ts';
import type { WritingOrder } from '../ports/writer.ts';
import { TaskFailure } from '../tasks/failure-reasons.ts';

/** Websites of people are done within a second; without a writer, more than this is no website of people. */
const LONGEST_MS = 60_000;
const LONGEST_WITH_A_WRITER_MS = 240_000;

const threads = new Threads<WritingJob, WritingResult>(new URL('../copywriting/writing.thread.ts', import.meta.url));

/** What a website says of a business. */
export async function profileFrom(site: Site, now: number, signal: AbortSignal): Promise<BusinessFacts> {
  const result = await written({ what: 'profile', site, now }, signal);
  if (!('profile' in result)) throw new TypeError('asked for a profile');
  return result.profile;
}

/** What to ask the ad platform for around a website. */
export async function seedsFrom(site: Site, profile: BusinessFacts, signal: AbortSignal): Promise<IdeaSeeds> {
  const result = await written({ what: 'seeds', site, profile }, signal);
  if (!('seeds' in result)) throw new TypeError('asked for seeds');
  return result.seeds;
}

/** A campaign, or the ad for one page, from what a website says. */
export async function campaignFrom({ writer, signal, ...order }: Ordered): Promise<ComposedCampaign> {
  const job = { what: 'campaign', order, hasWriter: writer !== undefined } as const;
  const result = await written(job, signal, writer && ((given: WritingOrder) => writer.phrase(given, signal)));
  if (!('campaign' in result)) throw new TypeError('asked for a campaign');
  return result.campaign;
}

type Ordered = CompositionOrder & { signal: AbortSignal };

/** In a thread of its own: what is written from is somebody else's text, and may be made to take long. */
async function written(
  job: WritingJob,
  signal: AbortSignal,
  phrase?: (order: WritingOrder) => Promise<unknown>,
): Promise<WritingResult> {
  const terms = { signal, withinMs: phrase ? LONGEST_WITH_A_WRITER_MS : LONGEST_MS };
  try {
    return await threads.run(job, phrase ? { ...terms, answers: { phrase } } : terms);
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    const message =
      'The website says more than can be written from. Name a page that describes one offer, then start again.';
    throw new TaskFailure('task_error', message, { cause: error });
  }
}
