import { readPage } from '../../src/adapters/site-reader/read-page.ts';
import { compose } from '../../src/copywriting/compose.ts';
import { profileOf } from '../../src/copywriting/profile-of.ts';
import type { Site } from '../../src/ports/site-reader.ts';

/** The texts of a campaign for a site of one page in some language. */
export async function textsOfPage(language: string, heading: string, markup: string): Promise<string> {
  const page = await readPage({
    url: new URL('https://muster.example/'),
    status: 200,
    contentType: 'text/html; charset=utf-8',
    contentLanguage: language,
    bytes: Buffer.from(
      `<html lang="${language}"><title>${heading} | Muster</title><meta property="og:site_name" content="Muster">
       <main><h1>${heading}</h1>${markup}</main>`,
    ),
  });
  const read: Site = { address: page.address, pages: [page], leftOut: [] };
  const now = Date.parse('2026-06-01T12:00:00Z');
  const profile = profileOf(read, now);
  const { ads, sitelinks, callouts } = await compose({ site: read, profile, type: 'prospecting', now, ideas: [] });
  return [
    ...ads.flatMap(({ headlines, descriptions }) => [...headlines, ...descriptions].map(({ text }) => text)),
    ...sitelinks.flatMap(({ text, description1, description2 }) => [text, description1, description2]),
    ...callouts.map(({ text }) => text),
    ...profile.trust_signals,
  ].join('\n');
}
