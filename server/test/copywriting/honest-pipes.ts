import { readPage } from '../../src/adapters/site-reader/read-page.ts';
import { compose } from '../../src/copywriting/compose.ts';
import { profileOf } from '../../src/copywriting/profile-of.ts';
import type { Site } from '../../src/ports/site-reader.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
export const ROOT = 'https://honestpipes.example';

/** All words of the campaigns that are written for a site whose page on heaters carries some markup. */
export async function wordsOf(markup: string, siteName: string | undefined = 'Honest Pipes'): Promise<string> {
  return JSON.stringify(await written(markup, siteName), undefined, 1);
}

/** The texts that people would read of them, one a line. */
export async function textsOf(markup: string): Promise<string> {
  const { profile, campaigns } = await written(markup, 'Honest Pipes');
  const texts = campaigns.flatMap(({ ads, sitelinks, callouts }) => [
    ...ads.flatMap(({ headlines, descriptions }) => [...headlines, ...descriptions].map(({ text }) => text)),
    ...sitelinks.flatMap(({ text, description1, description2 }) => [text, description1, description2]),
    ...callouts.map(({ text }) => text),
  ]);
  return [...texts, ...profile.trust_signals].join('\n');
}

async function written(markup: string, siteName: string | undefined) {
  const named = siteName ? `<meta property="og:site_name" content="${siteName}">` : '';
  const nav = '<nav><a href="/drains">Drain cleaning</a><a href="/heaters">Water heaters</a></nav>';
  const page = (path: string, title: string, text: string) =>
    readPage({
      url: new URL(`${ROOT}${path}`),
      status: 200,
      contentType: 'text/html',
      contentLanguage: 'en',
      bytes: Buffer.from(
        `<html lang="en"><head><title>${title}</title>${named}</head><body>${nav}<main>${text}</main><footer>© 2024 Honest Pipes</footer>`,
      ),
    });
  const pages = await Promise.all([
    page(
      '/',
      'Plumbers in Austin | Honest Pipes',
      '<h1>Plumbers in Austin</h1><p>Honest Pipes repairs leaks in Austin within a day.</p>',
    ),
    page(
      '/drains',
      'Drain cleaning | Honest Pipes',
      '<h1>Drain cleaning</h1><p>Blocked drains are cleaned the same day.</p>',
    ),
    page(
      '/heaters',
      'Water heaters | Honest Pipes',
      `<h1>Water heaters</h1><p>We repair heaters of every maker.</p>${markup}`,
    ),
  ]);
  const site: Site = { address: `${ROOT}/`, pages, leftOut: [] };
  const profile = profileOf(site, NOW);
  const both = (['prospecting', 'brand'] as const).map((type) => compose({ site, profile, type, now: NOW, ideas: [] }));
  return { profile, campaigns: await Promise.all(both) };
}

/** Structured data as pages carry it. */
export function script(data: object): string {
  return `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
}
