/** Little words that nearly every text of a language holds, and that others hardly do. */
const LITTLE_WORDS: Readonly<Record<string, string>> = {
  en: 'the and of to for with you your our is are we from that this on at by or will can have not all',
  de: 'und der die das wir sie ist mit für von ihre ihr auf nicht ein eine den dem bei im zu sind werden auch oder',
  fr: 'et le la les des vous nous votre nos pour avec est une dans sur du au aux par plus qui ce cette sont',
  es: 'y el la los las de que en para con su una por nuestro nuestros es más del como sus al tu son',
  it: 'e il di che per con una della dei nostri nostro sono più gli alla le nel vostra dal anche questo',
  pt: 'e o os as de que em para com uma por nossa nossos mais do da dos das não você seu sua são ao',
  nl: 'en de het een van voor met u uw wij ons onze is zijn op bij te naar ook niet door aan of',
  pl: 'i w na z do się jest oraz dla od nasze że nie są które po przez lub twoje jak ma',
  sv: 'och att det som en på är av för med vi du din till den ett våra har inte om kan från',
  da: 'og at det som en på er af for med vi du din til den et vores har ikke om kan fra',
  nb: 'og at det som en på er av for med vi du din til den et våre har ikke om kan fra',
  fi: 'ja on ei se että myös tai kun sekä ovat meidän sinun voi joka kaikki mutta',
  tr: 've bir bu için ile de da daha çok olarak en gibi sizin bizim olan hem ya',
};

/** Scripts that belong to one language, the more particular first. */
const SCRIPTS: readonly [language: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['uk', /[іїєґ]/giu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
];

const LOOKED_AT = 20_000;
const SCRIPT_SHARE = 0.05;
const FEWEST_WORDS = 4;
const SURE_WORDS = 30;
const SURE_FACTOR = 3;

const words = new Map(Object.entries(LITTLE_WORDS).map(([language, list]) => [language, new Set(list.split(' '))]));

/**
 * The language of a page. What it states holds, unless its text is plainly of another: many pages keep the `en` of the
 * template they were made from.
 */
export function languageOf(stated: string | undefined, text: string): string | null {
  const tag = stated === undefined ? undefined : canonical(stated);
  const shown = shownBy(text.slice(0, LOOKED_AT));
  if (tag === undefined) return shown?.language ?? null;
  return shown?.sure && shown.language !== primary(tag) ? shown.language : tag;
}

function shownBy(text: string): { language: string; sure: boolean } | undefined {
  for (const [language, letters] of SCRIPTS) {
    if ((text.match(letters)?.length ?? 0) > text.length * SCRIPT_SHARE) return { language, sure: true };
  }
  const counts = new Map<string, number>();
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) {
    for (const [language, known] of words) {
      if (known.has(word)) counts.set(language, (counts.get(language) ?? 0) + 1);
    }
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  if (!first || first[1] < FEWEST_WORDS) return undefined;
  return { language: first[0], sure: first[1] >= SURE_WORDS && first[1] >= SURE_FACTOR * (second?.[1] ?? 0) };
}

function canonical(stated: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(stated.split(',')[0]?.trim().replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

function primary(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}
