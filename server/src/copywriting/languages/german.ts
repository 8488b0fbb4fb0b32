import { type Lexicon, wordSet } from './lexicon.ts';

/** German, in sentence case: nouns keep the capitals that the site gives them. */
export const GERMAN: Lexicon = {
  language: 'de',
  titleCase: false,
  functionWords:
    wordSet(`ab aber alle alles als am an auch auf aus bei beim bis da damit das dass dem den denn der des die
    dies diese dieser doch ein eine einem einen einer eines er es für haben hat hier ich ihr ihre ihrem ihren im in ins ist
    je kann kein keine können man mehr mit nach nicht noch nur oder ohne schon sein seit sich sie sind so über um und uns
    unser unsere unserem unseren unter vom von vor wann was wenn wer werden wie wir wird wo zu zum zur`),
  glue: wordSet('auch sterne bewertungen bewertet seit für sie in offizielle website webseite ab von mit 5'),
  say: {
    inPlace: (what, place) => `${what} in ${place}`,
    serving: (places) => `Für Sie in ${joined(places)}`,
    alsoIn: (places) => `Auch in ${joined(places)}`,
    rating: (value, scale) => `Bewertet mit ${value} von ${scale}`,
    ratingWithCount: (value, count) => `${value} Sterne, ${count} Bewertungen`,
    since: (year) => `Seit ${year}`,
    from: (amount) => `ab ${amount}`,
    official: (brand) => [`${brand}: offizielle Website`, 'Offizielle Website'],
    list: joined,
    colon: ': ',
    stop: '.',
  },
  find: {
    promise:
      /(kostenlos|gratis|ohne |kein |keine |garantie|inklusive|inkl\.|festpreis|fixpreis|innerhalb|in \d+ (minuten|stunden|tagen)|heute|noch am selben tag|24 stunden|rund um die uhr|tag und nacht|notdienst|online|lieferung|versand|rückgabe|pauschal|sofort|wochenende|samstag|termin|unverbindlich|transparent)/i,
    proof:
      /(meisterbetrieb|zertifiziert|geprüft|iso \d|tüv|dekra|jahre erfahrung|jahren|seit \d{4}|familienbetrieb|familiengeführt|innung|mitglied|auszeichnung|ausgezeichnet|fachbetrieb|sterne|bewertungen|staatlich|anerkannt|versichert|facharzt|fachanwalt)/i,
    phrases: [
      /\b(?:\d+|zwei|drei|fünf|zehn)\s+Jahren?\s+Garantie\b/gi,
      /\bkostenlose[rsn]?\s+(?:Erstberatung|Beratung|Anfahrt|Angebote?|Lieferung|Rückgabe|Besichtigung|Parkplätze)\b/gi,
      /\bohne\s+(?:Anfahrtskosten|Aufpreis|Nachtzuschlag|Zuschlag|Vertragsbindung|Mindestlaufzeit|versteckte Kosten)\b/gi,
      /\bkeine?\s+(?:Anfahrtskosten|Nachtzuschläge|Zuschläge|versteckten Kosten|Mindestlaufzeit)\b/gi,
      /\b(?:über |mehr als )?\d[\d.]*\s+(?:Jahre Erfahrung|zufriedene Kunden|Kunden|Patienten)\b/gi,
      /\b24[- ]Stunden[- ](?:Notdienst|Service)\b/gi,
      /\b(?:Notdienst|Hotline|Service) rund um die Uhr\b/gi,
      /\brund um die Uhr erreichbar\b/gi,
      /\bISO \d{4,5}(?::\d{4})?(?:[- ]zertifiziert)?\b/gi,
    ],
    from: /(?<![\p{L}])(ab|schon ab)\s*$/iu,
    condition:
      /(?<![\p{L}])(ab|mindestens|mindestbestell\p{L}*|bestell\p{L}*|einkauf\p{L}*|bei (?:jede[rmn]|einem|einer|kauf|auftrag|abschluss|buchung)|wenn|falls|sofern|nur|mitglied\p{L}*|neukund\p{L}*|abonn\p{L}*)(?![\p{L}])/iu,
    onlyCondition:
      /^(?:gilt |gültig )?(?:nur (?:für|bei|mit|ab|im|in|auf)|ab (?:einem|einer|\d+)|(?:für|bei|mit|auf)(?: [\p{L}\d-]+){0,4}? (?:[\p{L}-]*mitglied\p{L}*|\p{L}*kund(?:e|en|innen)|abonn\p{L}*|student\p{L}*|studierende\p{L}*|schüler\p{L}*|senior\p{L}*|rentner\p{L}*|\p{L}*bestell\p{L}*|\p{L}*einkauf\p{L}*|\p{L}*kauf|\p{L}*auftrag|\p{L}*abschluss|\p{L}*buchung|ausgewählte[nr]?)|bei jede[rmn]|wenn|falls|sofern|mindestbestell\p{L}*)(?!\p{L})/iu,
    priceHead:
      /^(?:unsere? )?(?:fest|grund|gesamt|end|pauschal)?(?:preise?|kosten|tarife?|gebühr(?:en)?|honorar|betrag)(?: in (?:euro|eur|€))?(?:\s*\((?:€|eur|inkl|brutto)[^)]*\))?$/i,
    notPaid:
      /(?<![\p{L}])(?:statt|vorher|früher|bisher|bis zu|alter preis|uvp|(?:sie )?sparen|ersparnis|anstelle von|anderswo)$/iu,
    negation: /(?<![\p{L}])(kein\w*|nicht|nie|niemals|ohne|nichts)(?![\p{L}])/iu,
    since: /(?<![\p{L}])(?:seit|gegründet(?: im Jahr)?|gegr\.)\s+((?:18|19|20)\d\d)\b/iu,
    areas:
      /^(?i:wir (?:sind|arbeiten|kommen|fahren)(?: (?:auch|gerne?|täglich|für sie)){0,3} (?:in|nach)|(?:unsere? )?(?:einsatz|einzugs|liefer)gebiete?(?: ist| sind)?:?|(?:auch )?für sie in)\s+(\p{Lu}[^.;!?]{2,200})/u,
    notOffered:
      /wir (?:bieten|reparieren|installieren|verkaufen|übernehmen|behandeln|machen|führen)\s+(?:leider )?kein(?:e|en)?\s+([^.;!?]{3,90}?)(?:\s+(?:an|durch|aus))?(?=[.;!?]|$)/i,
    hours:
      /(geöffnet|öffnungszeiten|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|\bmo\b|täglich).*(\d{1,2}([:.]\d\d)?\s?(uhr|[–-])|rund um die uhr)/i,
    until: /(?<![\p{L}])(bis|gültig|endet|aktion|angebot|nur noch|läuft)(?![\p{L}])/iu,
    dangling:
      /^(dies|diese|dieser|dieses|das|es|er|sie (ist|wird|hat)|aber|und|oder|so|wenn|dann|weil|denn|auch|hier|dort|deshalb|daher|was|warum|wie|wer|wo|wann|welche|ja[,.]|nein[,.]|meist|etwa|außerdem|dabei|dazu|danach|leider)(?![\p{L}])/iu,
    action:
      /(buchen|anfragen|anfordern|vereinbaren|bestellen|kaufen|ansehen|kontaktieren|testen|starten|reservieren|berechnen|finden|entdecken|vergleichen|beraten lassen|mieten|planen|sichern|rufen|anrufen|schreiben)$/i,
    plainHeading:
      /^(was |warum|wie |wer |wo |unsere?\b|über\b|kontakt|faq|häufige|fragen|kundenstimmen|bewertungen|leistungen$|produkte$|preise|öffnungszeiten|team|willkommen|startseite|inklusive|im überblick|aktuelles|das (team|sagen)|ihre? |so (funktioniert|läuft|arbeiten)|einsatzgebiet|gut zu wissen|impressum)/i,
    and: /\s+(?:und|&|\+)\s+/i,
    wrapping: /^(unsere?|ihre?|der|die|das|professionelle[rs]?)\s+|\s+(service|leistungen|vom profi|vom fachmann)$/gi,
    cut: /,\s+(?:damit|sodass|so dass|weil|wobei)\s/i,
    urgent: /(minuten|stunden|notdienst|notfall|selben tag|nacht|sofort)/i,
    superlative:
      /(?<![\p{L}])(beste[rns]?|günstigste\w*|billigste\w*|schnellste\w*|größte\w*|führende\w*|nr\.? ?1|nummer eins|einzige\w*|unschlagbar\w*|perfekt\w*)(?![\p{L}])/iu,
    guarantee: /(garantie\w*|garantiert|immer|gewährleist\w*|geld[- ]zurück)/i,
    free: /kostenlos|gratis|umsonst/i,
  },
  whose: {
    denial:
      /(?<![\p{L}])nicht(?: [\p{L}-]+){0,3}? (?:an|anbieten|angeboten|bieten|machen|leisten|durchführen|enthalten|inbegriffen|inklusive|verfügbar|erhältlich|bekommen|finden|verkaufen|führen|übernehmen|angebot|abgedeckt|versichert)\s*[:.…?]*$|(?:bieten|machen|leisten|verkaufen|führen|übernehmen) wir (?:leider )?nicht\s*[:.…]*$|^(?:ausgeschlossen|ausschlüsse|ausgenommen|nicht (?:mehr )?(?:im angebot|enthalten|inbegriffen|inklusive|verfügbar|erhältlich))(?![\p{L}])|(?<![\p{L}])(?:nicht|nie|niemals|keine?|ohne|statt|anstelle von|außer)\s*[:…]$|(?:^|\s)vs\.?\s|(?<![\p{L}])im vergleich (?:zu|mit)(?![\p{L}])/iu,
    not: /(?<![\p{L}])(?:nicht(?! nur)|nie|niemals|ausgeschlossen|anstelle)(?![\p{L}])/iu,
    others:
      /(?<![\p{L}])(?:unser\w* (?:[\p{L}-]+ )?(?:partner|lieferant|hersteller|mitbewerber|wettbewerber|konkurren)\w*|(?:der|vom|dem) hersteller|mitbewerber\w*|konkurrenz|konkurrenten|wettbewerber\w*|anderswo|(?:ander|manch|schlecht|billig|unseriös)\w+ (?:anbieter|firmen|betriebe|handwerker|installateure|klempner|unternehmen|werkstätten|praxen|kanzleien|shops|händler)\w*|schwarze schafe)(?![\p{L}])/iu,
    ours: /(?<![\p{L}])(?:wir|uns|unser\w*|ich|mein\w*|familien(?:betrieb|geführt\w*|unternehmen)|(?:meister|fach)betrieb|inhabergeführt\w*)(?![\p{L}])/iu,
    verb: /(?<![\p{L}])(?:ist|sind|war|waren|hat|haben|wird|werden|baut|bauen|fertigt|produziert|stellt|liefert|besteht|gibt|macht|verkauft|entwickelt)(?![\p{L}])/iu,
  },
  keywords: {
    near: ['in der nähe'],
    cost: ['kosten', 'preise'],
    online: ['online'],
    toBuy: (what) => [`${what} kaufen`, `${what} shop`],
    company: ['firma'],
    more: /(?<![\p{L}])(g(?:ü|ue|u)nstig\p{L}*|billig\p{L}*|preiswert\p{L}*|rabatt\p{L}*|schnäppchen|sale|top|24[ /-]?(?:7|h|std|stunden)\p{L}*|rund um die uhr|sofort\p{L}*)(?![\p{L}])/iu,
    withPlace: (what, place) => `${what} ${place}`,
    trade:
      /(?<![\p{L}])(Meisterbetrieb|Fachbetrieb|Installateur|Klempner|Praxis|Zahnarzt|Klinik|Kanzlei|Rechtsanwalt|Werkstatt|Elektriker|Dachdecker|Restaurant|Software|Handwerker)(?![\p{L}])/iu,
    ofTrade: (what, trade) => `${trade} ${what}`,
    negatives: [
      'jobs',
      'stellenangebote',
      'ausbildung',
      'gehalt',
      'praktikum',
      'kurs',
      'kostenlos',
      'gratis',
      'selber machen',
      'anleitung',
      'youtube',
      'gebraucht',
      'großhandel',
      'definition',
    ],
  },
};

function joined(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} und ${items.at(-1)}`;
}
