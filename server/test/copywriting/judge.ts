import { Checker } from '../../src/copywriting/check/checker.ts';
import type { TextKind } from '../../src/copywriting/check/policy.ts';
import { compose } from '../../src/copywriting/compose.ts';
import type { ComposedAd, ComposedCampaign, SourcedText } from '../../src/copywriting/composed-campaign.ts';
import { profileOf } from '../../src/copywriting/profile-of.ts';
import { areRelated } from '../../src/copywriting/stems.ts';
import { foldedWords, variantOf } from '../../src/detection/words.ts';
import type { Site } from '../../src/ports/site-reader.ts';
import { type FixtureSite, READ_AT, readFixture } from './fixture-sites.ts';

/** How a campaign of a fixture came out; shares are from 0 to 1. */
export interface Judgement {
  site: string;
  ads: number;
  headlines: number;
  descriptions: number;
  valid: number;
  unique: number;
  inLanguage: number;
  traceable: number;
  relevantKeywords: number;
  /** Of what the site sells, how much has an ad. */
  covered: number;
  keywordsInTwoAds: string[];
  /** Every text that failed, with what is wrong with it. */
  faults: string[];
}

/** What people add to what they search for; the site need not say it. */
const INTENT = new Set(
  foldedWords(`near me nearby cost prices price buy online shop for sale company in der nähe kosten preise kaufen cerca de mí precio precios
    comprar près de moi prix tarif acheter en ligne 近く 料金 費用 通販 購入`),
);

/** Writes the campaign of a fixture and judges it by the site, not by what the composer knew of it. */
export async function judgeFixture(
  fixture: FixtureSite,
  { type = 'prospecting', read }: { type?: 'prospecting' | 'brand'; read?: Site } = {},
) {
  const site = read ?? (await readFixture(fixture));
  const profile = profileOf(site, READ_AT);
  const campaign = await compose({ site, profile, type, now: READ_AT, ideas: fixture.ideas });
  return { site, profile, campaign, judgement: judge(fixture, site, campaign) };
}

/** Judges a campaign by the pages that it was written from. */
export function judge(fixture: FixtureSite, site: Site, campaign: ComposedCampaign): Judgement {
  const checker = new Checker(site, fixture.language, { brand: campaign.name, competitors: [] });
  const texts = textsOf(campaign);
  const verdicts = texts.map(({ text, kind }) => ({ text, verdict: checker.verdict(text, kind) }));
  const share = (question: 'valid' | 'language' | 'traceable') =>
    shareOf(verdicts, ({ verdict }) => verdict[question].length === 0);
  const repeated = campaign.ads.flatMap((ad) => checker.repeated(ad));
  const keywords = campaign.ads.flatMap((ad) => ad.keywords.map(({ text }) => ({ ad, text })));
  return {
    site: fixture.name,
    ads: campaign.ads.length,
    headlines: mean(campaign.ads.map(({ headlines }) => headlines.length)),
    descriptions: mean(campaign.ads.map(({ descriptions }) => descriptions.length)),
    valid: share('valid'),
    unique: 1 - repeated.length / Math.max(1, texts.length),
    inLanguage: share('language'),
    traceable: share('traceable'),
    relevantKeywords: shareOf(keywords, ({ ad, text }) => isRelevant(text, ad, fixture, site)),
    covered: shareOf(fixture.services, (service) => campaign.ads.some((ad) => isAbout(ad, service))),
    keywordsInTwoAds: inTwoAds(campaign.ads),
    faults: [
      ...verdicts.flatMap(({ text, verdict }) => {
        const problems = Object.values(verdict).flat();
        return problems.length > 0 ? [`${text.text}: ${problems.join(', ')}`] : [];
      }),
      ...repeated.map((text) => `${text}: said twice`),
    ],
  };
}

/** Every text of a campaign with where it stands. */
function textsOf({ ads, sitelinks, callouts }: ComposedCampaign): { text: SourcedText; kind: TextKind }[] {
  const lines = sitelinks.flatMap(({ text, description1, description2, sources }) => [
    { text: { text, sources }, kind: 'sitelinkText' as const },
    ...[description1, description2].flatMap((line) =>
      line === null ? [] : [{ text: { text: line, sources }, kind: 'sitelinkLine' as const }],
    ),
  ]);
  return [
    ...ads.flatMap(({ headlines }) => headlines.map((text) => ({ text, kind: 'headline' as const }))),
    ...ads.flatMap(({ descriptions }) => descriptions.map((text) => ({ text, kind: 'description' as const }))),
    ...lines,
    ...callouts.map((text) => ({ text, kind: 'callout' as const })),
  ];
}

/** Each word comes from the landing page, from what people search or from a place that the site serves. */
function isRelevant(keyword: string, ad: ComposedAd, { ideas }: FixtureSite, site: Site): boolean {
  const [home] = site.pages;
  const pages = site.pages.filter((page) => page === home || page.address === ad.landingPage);
  const texts = pages.flatMap(({ address, title, description, blocks, footer, siteName }) => [
    decodeURIComponent(address),
    title ?? '',
    description ?? '',
    siteName ?? '',
    ...blocks.map(({ text }) => text),
    ...footer,
  ]);
  const towns = site.pages.flatMap(({ structured, footer }) => [JSON.stringify(structured), ...footer]);
  const known = [...new Set([...texts, ...towns, ad.name, ...ideas.map(({ text }) => text)].flatMap(foldedWords))];
  return foldedWords(keyword).every((word) => INTENT.has(word) || known.some((other) => areRelated(word, other)));
}

function isAbout(ad: ComposedAd, service: string): boolean {
  const words = [ad.name, ...ad.headlines.map(({ text }) => text), ...ad.keywords.map(({ text }) => text)].flatMap(
    foldedWords,
  );
  return foldedWords(service).every((word) => words.some((other) => areRelated(word, other)));
}

function inTwoAds(ads: readonly ComposedAd[]): string[] {
  const owners = new Map<string, Set<string>>();
  for (const { keywords, landingPage } of ads) {
    for (const { text } of keywords) {
      const variant = variantOf(foldedWords(text));
      owners.set(variant, (owners.get(variant) ?? new Set()).add(landingPage));
    }
  }
  return [...owners].filter(([, pages]) => pages.size > 1).map(([text]) => text);
}

function shareOf<One>(all: readonly One[], holds: (one: One) => boolean): number {
  return all.length === 0 ? 1 : all.filter(holds).length / all.length;
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
}
