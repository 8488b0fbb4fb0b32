import type { Brief } from './brief.ts';
import type { Checker } from './check/checker.ts';
import type { SourcedText } from './composed-campaign.ts';
import { itemsFor, promisesFor, proofsFor, sharedFacts } from './facts-for.ts';
import { COUNTS } from './limits.ts';
import type { Service } from './offering.ts';

/** Facts of the whole business, short enough to stand below an ad. */
export function calloutsOf(services: readonly Service[], brief: Brief, checker: Checker): SourcedText[] {
  const { lexicon, casing } = brief.reading;
  const general = [
    ...sharedFacts(brief),
    ...(brief.since ? [{ text: lexicon.say.since(brief.since.text), sources: brief.since.sources }] : []),
  ];
  const facts = [
    ...general,
    ...services.flatMap((service) => [...proofsFor(service, brief), ...promisesFor(service, brief)]),
    ...services.flatMap((service) => itemsFor(service, brief)),
    ...services.flatMap(({ forms, sources }) => forms.slice(0, 1).map((text) => ({ text, sources }))),
  ];
  const chosen: SourcedText[] = [];
  for (const fact of facts) {
    const most = general.includes(fact) ? COUNTS.callouts.most : COUNTS.callouts.enough;
    if (chosen.length >= most) continue;
    const callout = { text: casing.forAd(fact.text, lexicon), sources: fact.sources };
    const known = chosen.map(({ text }) => text);
    if (checker.isNew(callout.text, known, 'callout') && checker.accepts(callout, 'callout')) chosen.push(callout);
  }
  return chosen;
}
