import { adLength } from '../campaigns/ad-limits.ts';
import type { Lexicon } from './languages/lexicon.ts';

const SHORTEST_WORD_ALONE = 8;
/** “Repair and installation of boilers”, in languages that put the thing behind. */
const OF_SOMETHING = /^(\S+)\s+((?:de|del|d['’]|du|des|de la)\s?.+)$/i;

/**
 * The names under which a service is searched: as the site names it, without words around it, and each of two services
 * that share a name. “Water heater repair and installation” is both “water heater repair” and “water heater installation”.
 */
export function nameForms(name: string, lexicon: Lexicon): string[] {
  const whole = withoutAside(name) || name;
  const unwrapped = whole.replaceAll(lexicon.find.wrapping, '').trim();
  const bare = unwrapped.includes(' ') || lexicon.language === 'ja' ? unwrapped : whole;
  const parts = bare.includes(',') ? [] : bare.split(lexicon.find.and).map((part) => part.trim());
  const split = parts.length === 2 ? shared(parts[0] ?? '', parts[1] ?? '', lexicon) : [];
  return [...new Set([bare, ...split])].filter((form) => form !== '');
}

function shared(left: string, right: string, { language }: Lexicon): string[] {
  const [before, after] = [left.split(' '), right.split(' ')];
  if (language === 'en' && before.length >= 2 && after.length === 1) {
    return [left, `${left.split(' ').slice(0, -1).join(' ')} ${right}`];
  }
  if (language === 'en' && before.length >= 2 && after.length >= 2) return [left, right];
  if (language === 'en' && before.length === 1 && after.length >= 2)
    return [`${left} ${right.split(' ').at(-1)}`, right];
  const rest = OF_SOMETHING.exec(right)?.[2];
  if ((language === 'es' || language === 'fr') && before.length === 1 && rest) return [`${left} ${rest}`, right];
  if (language === 'de' && left.endsWith('-')) return [right];
  if (language === 'ja' && left.length >= 3 && right.length >= 3) return [left, right];
  return [];
}

function withoutAside(name: string): string {
  return name.replaceAll(/\s*\([^)]*\)|\s*[|–—:].*$/g, '').trim();
}

/** Nobody types two services at once: where a name holds two, each is searched on its own. */
export function searchedForms(forms: readonly string[]): readonly string[] {
  return forms.length > 1 ? forms.slice(1) : forms;
}

/** One short word alone is searched for anything. */
export function isSpecific(text: string): boolean {
  return /\s/.test(text.trim()) || adLength(text) >= SHORTEST_WORD_ALONE;
}
