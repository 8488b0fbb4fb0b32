import type { ComposedCampaign } from '../../server/src/copywriting/composed-campaign.ts';

/** Prints a campaign as somebody reads it who has to answer for it. */
export function printCampaign({ name, ads, sitelinks, callouts, negatives, places, notes }: ComposedCampaign): void {
  console.log(`\n${name}`);
  const around = places.kind === 'radius' ? [`${places.kilometres} km around ${places.address}`] : [];
  console.log(`  ${(places.kind === 'places' ? places.names : around).join(', ')}`);
  for (const ad of ads) {
    console.log(`\n  ${ad.name}  ${ad.landingPage}  /${ad.path1 ?? ''}/${ad.path2 ?? ''}`);
    console.log(`    ${ad.headlines.map(({ text }) => text).join(' · ')}`);
    for (const { text } of ad.descriptions) console.log(`    - ${text}`);
    console.log(
      `    ${ad.keywords.map(({ text, matchType }) => (matchType === 'exact' ? `[${text}]` : `"${text}"`)).join(' ')}`,
    );
  }
  console.log('');
  for (const { text, description1, description2 } of sitelinks) {
    console.log(`  > ${[text, description1, description2].filter(Boolean).join(' | ')}`);
  }
  console.log(`  Callouts: ${callouts.map(({ text }) => text).join(' · ')}`);
  console.log(`  Negatives: ${negatives.map(({ text }) => text).join(', ')}`);
  for (const note of notes) console.log(`  Note: ${note}`);
}
