import { readPage } from '../../src/adapters/site-reader/read-page.ts';
import { compose } from '../../src/copywriting/compose.ts';
import { ideaSeeds } from '../../src/copywriting/idea-seeds.ts';
import { profileOf } from '../../src/copywriting/profile-of.ts';
import type { Site } from '../../src/ports/site-reader.ts';
import { ROOT } from './honest-pipes.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');

/** What is written on a site of these pages, by their paths; the ad platform knows these names as places. */
export async function written(bodies: Record<string, string>, { language = 'en', knownPlaces = [] as string[] } = {}) {
  const pages = await Promise.all(
    Object.entries(bodies).map(([path, body]) =>
      readPage({
        url: new URL(`${ROOT}${path}`),
        status: 200,
        contentType: 'text/html',
        contentLanguage: language,
        bytes: Buffer.from(
          `<html lang="${language}"><title>Drain cleaning | Honest Pipes</title><h1>Drain cleaning</h1>
          <p>Honest Pipes cleans drains the same day. Free quotes by phone.</p>${body}`,
        ),
      }),
    ),
  );
  const site: Site = { address: `${ROOT}/`, pages, leftOut: [] };
  const profile = profileOf(site, NOW);
  const { areas } = ideaSeeds(site, profile);
  const order = { site, profile, now: NOW, ideas: [], knownPlaces };
  const campaign = await compose({ ...order, type: 'prospecting' });
  return { profile, areas, places: campaign.places, words: JSON.stringify(campaign) };
}
