import { Parser } from 'htmlparser2';
import { withoutUnseen } from '../../base/visible-text.ts';

/** A text as a person reads it: white space folded, nothing in it that cannot be seen. */
export function plain(text: string): string {
  return withoutUnseen(text.replaceAll(/\s+/g, ' ')).normalize('NFC').trim();
}

/** The same for a text that may hold markup and entities. */
export function plainOfMarkup(text: string): string {
  if (!/[<&]/.test(text)) return plain(text);
  let seen = '';
  const parser = new Parser({
    ontext: (piece) => {
      seen += piece;
    },
    onopentag: () => {
      seen += ' ';
    },
  });
  parser.end(text);
  return plain(seen);
}
