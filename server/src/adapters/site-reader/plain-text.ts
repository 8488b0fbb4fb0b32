import { Parser } from 'htmlparser2';
import { withoutUnseen } from '../../base/visible-text.ts';
import { type Shift, shifted, shiftOf } from './shifted-text.ts';

/** No script puts so many marks on one letter (UAX #15), and putting them in order takes the square of their number. */
const MOST_MARKS = 30;

/** A text as a person reads it: white space folded, nothing in it that cannot be seen. */
export function plain(text: string): string {
  const seen = withoutUnseen(text.replaceAll(/\s+/g, ' '));
  return seen
    .replaceAll(/\p{M}+/gu, fewMarks)
    .normalize('NFC')
    .trim();
}

function fewMarks(marks: string): string {
  return marks.length <= MOST_MARKS ? marks : [...marks.slice(0, 2 * MOST_MARKS)].slice(0, MOST_MARKS).join('');
}

/** The same for a text that may hold markup and entities. */
export function plainOfMarkup(text: string): string {
  if (!/[<&]/.test(text)) return plain(text);
  let seen = '';
  const shifts: Shift[] = [];
  const parser = new Parser({
    ontext: (piece) => {
      seen += shifted(piece, shifts.at(-1));
    },
    onopentag: (name) => {
      seen += ' ';
      shifts.push(shiftOf(name, shifts.at(-1)));
    },
    onclosetag: () => {
      shifts.pop();
    },
  });
  parser.end(text);
  return plain(seen);
}
