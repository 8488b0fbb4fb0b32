/** The platform's numbers of the languages that ads are written in. */
const NUMBERS: Readonly<Record<string, string>> = {
  ar: '1019',
  bg: '1020',
  cs: '1021',
  da: '1009',
  de: '1001',
  el: '1022',
  en: '1000',
  es: '1003',
  et: '1043',
  fi: '1011',
  fr: '1002',
  he: '1027',
  hi: '1023',
  hr: '1039',
  hu: '1024',
  id: '1025',
  is: '1026',
  it: '1004',
  ja: '1005',
  ko: '1012',
  lt: '1029',
  lv: '1028',
  nb: '1013',
  nl: '1010',
  no: '1013',
  pl: '1030',
  pt: '1014',
  ro: '1032',
  ru: '1031',
  sk: '1033',
  sl: '1034',
  sr: '1035',
  sv: '1015',
  th: '1044',
  tr: '1037',
  uk: '1036',
  vi: '1040',
  zh: '1017',
};
const LANGUAGES = new Map(Object.entries(NUMBERS));
const TRADITIONAL_CHINESE = { id: '1018', tag: /^zh-(hant|tw|hk|mo)/i };

/** The platform's number of a language, null for one that it does not target. */
export function platformLanguage(tag: string | null): string | null {
  if (tag === null) return null;
  if (TRADITIONAL_CHINESE.tag.test(tag)) return TRADITIONAL_CHINESE.id;
  return LANGUAGES.get(tag.toLowerCase().split('-', 1)[0] ?? '') ?? null;
}
