import type { SourcedText } from './composed-campaign.ts';
import { isConditional } from './footnotes.ts';
import type { Lexicon } from './languages/lexicon.ts';
import type { ReadPage } from './reading.ts';

const WEAK =
  /^(read|learn|find out|see|view|show|discover|explore|more|load) ?(more|all|details|less)?$|^(submit|send|menu|search|close|accept|ok|yes|no|next|previous|back|subscribe|sign in|log ?in|home|skip|share|add to cart|facebook|instagram|click here|mehr( erfahren| lesen)?|absenden|senden|weiter|suche|anmelden|in den warenkorb|leer más|ver más|enviar|saber más|siguiente|lire la suite|en savoir plus|envoyer|voir plus|もっと見る|詳細|詳しく見る|送信|検索|カートに入れる)$/i;
const PHONE = /\+?\d[\d\s()./-]{6,}/;
const LONGEST_ACTION = 40;

/** What a page's own buttons ask a buyer to do. */
export function actionsOf({ address, actions }: ReadPage, lexicon: Lexicon): SourcedText[] {
  return actions
    .map((text) => text.replace(/[.!]+$/, ''))
    .filter((text) => text.length <= LONGEST_ACTION && text.includes(lexicon.language === 'ja' ? '' : ' '))
    .filter((text) => !WEAK.test(text) && !PHONE.test(text) && !/@|https?:|www\./.test(text))
    .filter((text) => lexicon.find.action.test(text) && !isConditional(text))
    .map((text) => ({ text, sources: [{ address, words: text }] }));
}
