import type { BusinessFacts } from './business-facts.ts';
import type { Reading } from './reading.ts';

/** “For property managers”, “für Hausverwaltungen”: whom a page says it is for. */
const AUDIENCE =
  /(?<![\p{L}])(?:for|we help|built for|made for|für|para|pour)\s+((?:[\p{L}-]+\s){0,2}?(?:homeowners|landlords|tenants|property managers|businesses|companies|teams|families|patients|restaurants|agencies|startups|developers|freelancers|students|couples|offices|employees|employers|accountants|Hausverwaltungen|Familien|Unternehmen|Vermieter|Privatkunden|Geschäftskunden|Patienten|Betriebe|familias|empresas|comunidades|pacientes|particulares|familles|entreprises|particuliers|professionnels))(?![\p{L}])/iu;
const COMPETITOR =
  /(?:alternative to|compared (?:to|with)|switch(?:ing)? from|versus|\bvs\.?|Alternative zu|im Vergleich zu|alternativa a|alternative à)\s+(\p{Lu}[\p{L}\p{N}.-]+(?:\s\p{Lu}[\p{L}\p{N}-]+)?)/u;
const MOST = 6;

/** Whom the business says it works for. */
export function audiencesOf({ pages, casing }: Reading): BusinessFacts['ideal_customer_profiles'] {
  const found = new Map<string, { name: string; description: string }>();
  for (const { sentences } of pages) {
    for (const { text } of sentences) {
      const name = AUDIENCE.exec(text)?.[1];
      if (name && !found.has(name.toLowerCase())) {
        found.set(name.toLowerCase(), { name: casing.forSentence(name), description: text });
      }
    }
  }
  return [...found.values()].slice(0, MOST);
}

/** Whom the business compares itself with. */
export function competitorsOf({ pages, brand }: Reading): BusinessFacts['competitors'] {
  const texts = pages.flatMap(({ title, heading, sentences, notOurs }) => [
    title,
    heading,
    ...notOurs,
    ...sentences.map(({ text }) => text),
  ]);
  const names = texts.flatMap((text) => COMPETITOR.exec(text)?.[1]?.replace(/[.-]+$/, '') ?? []);
  const others = names.filter((name) => name !== '' && !brand.text.includes(name));
  return [...new Set(others)].slice(0, MOST).map((name) => ({ name, url: '' }));
}
