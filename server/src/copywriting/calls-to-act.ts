import { foldedWords } from '../detection/words.ts';
import type { Price } from './amounts.ts';
import type { Brief } from './brief.ts';
import type { SourcedText } from './composed-campaign.ts';
import { actionsFor, promisesFor } from './facts-for.ts';
import type { Lexicon } from './languages/lexicon.ts';
import type { Service } from './offering.ts';
import { priceText } from './prices.ts';
import { joinedSentences } from './short-sentence.ts';

const LONGEST_HOURS = 50;

/** The page's own button with the condition that matters: price, hours, promise. */
export function callsToAct(service: Service, brief: Brief): SourcedText[] {
  const { lexicon, casing } = brief.reading;
  const calls = actionsFor(service, brief);
  const ownHours = service.page.sentences.some(({ text }) => lexicon.find.hours.test(text));
  const conditions = [
    ...service.prices.flatMap((price) => priceSentence(price, brief)),
    ...(ownHours ? [] : hoursOf(brief)),
    ...promisesFor(service, brief),
  ];
  return calls.slice(0, 3).flatMap((call) =>
    conditions
      .filter(({ text }) => !isRepeated(text, call.text, service, lexicon))
      .map((condition) => ({
        text: joinedSentences(
          [condition.text, call.text].map((text) => casing.forSentence(text)),
          lexicon.say.stop,
        ),
        sources: [...condition.sources, ...call.sources],
      })),
  );
}

/** Whether a button says the condition again, beyond the service's name. */
function isRepeated(condition: string, call: string, { name }: Service, { functionWords }: Lexicon): boolean {
  const own = new Set(foldedWords(name));
  const words = foldedWords(condition);
  return foldedWords(call).some((word) => words.includes(word) && !own.has(word) && !functionWords.has(word));
}

function priceSentence(price: Price, { reading }: Brief): SourcedText[] {
  const text = priceText(price, reading.lexicon);
  const condition = price.condition === '' ? '' : `${reading.language === 'ja' ? '、' : ', '}${price.condition}`;
  return text === '' ? [] : [{ text: `${text}${condition}`, sources: price.sources }];
}

/** Opening hours as a line of their own. */
function hoursOf({ reading, supporting }: Brief): SourcedText[] {
  return supporting.flatMap(({ address, footer, blocks }) =>
    [...footer, ...blocks.map(({ text }) => text)]
      .filter((text) => text.length <= LONGEST_HOURS && reading.lexicon.find.hours.test(text))
      .map((text) => ({ text, sources: [{ address, words: text }] })),
  );
}
