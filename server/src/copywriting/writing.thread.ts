import { type Ask, work } from '../base/threads.ts';
import type { Site } from '../ports/site-reader.ts';
import type { Phrasing, Writer } from '../ports/writer.ts';
import type { BusinessFacts } from './business-facts.ts';
import { type CompositionOrder, compose } from './compose.ts';
import type { ComposedCampaign } from './composed-campaign.ts';
import { type IdeaSeeds, ideaSeeds } from './idea-seeds.ts';
import { profileOf } from './profile-of.ts';

/** What is written in a thread of its own, all of it from what a website says. */
export type WritingJob =
  | { what: 'profile'; site: Site; now: number }
  | { what: 'seeds'; site: Site; profile: BusinessFacts }
  | { what: 'campaign'; order: Omit<CompositionOrder, 'writer' | 'signal'>; hasWriter: boolean };

export type WritingResult = { profile: BusinessFacts } | { seeds: IdeaSeeds } | { campaign: ComposedCampaign };

work<WritingJob, WritingResult>(async (job, ask) => {
  switch (job.what) {
    case 'profile':
      return { profile: profileOf(job.site, job.now) };
    case 'seeds':
      return { seeds: ideaSeeds(job.site, job.profile) };
    case 'campaign':
      return { campaign: await compose({ ...job.order, writer: job.hasWriter ? writerBehind(ask) : undefined }) };
  }
});

/** The writer of the process: nobody is connected to from here. */
function writerBehind(ask: Ask): Writer {
  return {
    phrase: (order) => ask<Phrasing>('phrase', order),
    reword: () => Promise.reject(new Error('no document is written here')),
  };
}
