import { type Lexicon, wordSet } from './lexicon.ts';

/** French, in sentence case. */
export const FRENCH: Lexicon = {
  language: 'fr',
  titleCase: false,
  functionWords:
    wordSet(`à afin ainsi au aucun aussi autre aux avant avec car ce cela ces cet cette chaque chez comme dans de
    des dès donc du elle elles en entre est et être eux il ils je jusque la le les leur leurs lors lui mais même mes moi mon
    ne ni nos notre nous on ont ou où par pas peu plus pour qu que qui sa sans se ses si son sont sous sur ta te tes toi ton
    tous tout toute toutes tu un une vos votre vous y d l s n j c`),
  glue: wordSet('aussi service étoiles avis notes noté depuis à site officiel sur dès de 5'),
  say: {
    inPlace: (what, place) => `${what} à ${place}`,
    serving: (places) => `À votre service à ${joined(places)}`,
    alsoIn: (places) => `Aussi à ${joined(places)}`,
    rating: (value, scale) => `Noté ${value} sur ${scale}`,
    ratingWithCount: (value, count, isOfReviews) => `${value} étoiles, ${count} ${isOfReviews ? 'avis' : 'notes'}`,
    since: (year) => `Depuis ${year}`,
    from: (amount) => `dès ${amount}`,
    official: (brand) => [`${brand} : site officiel`, 'Site officiel'],
    list: joined,
    colon: ' : ',
    stop: '.',
  },
  find: {
    promise:
      /(gratuit\w*|offert\w*|sans |inclus\w*|garanti\w*|en \d+ (minutes|heures|jours)|aujourd['’]hui|le jour même|24 ?h|jour et nuit|urgences?|en ligne|livraison|livré|retour|prix fixe|devis|à domicile|week-end|samedi)/i,
    proof:
      /(certifié\w*|agréé\w*|assuré\w*|ans d['’]expérience|depuis \d{4}|entreprise familiale|familiale|label|qualibat|rge|iso \d|étoiles|avis|diplômé\w*|primé\w*)/i,
    phrases: [
      /\bgarantie?\s+(?:de )?\d+\s+ans\b/giu,
      /\b(?:devis|déplacement|livraison|diagnostic|première consultation|retour)\s+(?:gratuite?|offerte?)\b/giu,
      /\bsans\s+(?:engagement|supplément|frais cachés|rendez-vous)\b/giu,
      /\bchez vous en\s+(?:moins de )?\d+\s+(?:minutes|heures|jours)\b/giu,
      /\b(?:plus de )?\d[\d ]*\s+(?:ans d['’]expérience|clients satisfaits|clients|patients)\b/giu,
      /\b24 ?h ?\/ ?24(?:,? ?7 ?j ?\/ ?7)?\b/giu,
      /\bISO \d{4,5}(?::\d{4})?\b/gi,
    ],
    from: /(?<![\p{L}])(dès|à partir de)\s*$/iu,
    condition:
      /(?<![\p{L}])(dès|à partir d[eu]|commandes?|achats?|minimum|si|lorsque|quand|seulement|uniquement|adhérents?|membres?|nouveaux clients|abonn\p{L}*|sous réserve|pour (?:tout|toute))(?![\p{L}])/iu,
    onlyCondition:
      /^(?:valable |offerte?s? )?(?:seulement|uniquement|exclusivement|réservée?s? (?:aux?|à)|dès|à partir d[eu]|à condition|sous (?:réserve|conditions?)|pour (?:toute?|tous|toutes|les|vos|chaque)|sur (?:toute?s?|les commandes|une sélection|présentation)|avec (?:chaque|toute?)|si)(?!\p{L})/iu,
    priceHead: /^(?:notre |nos )?(?:prix|tarifs?|coûts?|montant)(?: en euros)?(?:\s*\((?:€|eur|ttc)[^)]*\))?$/i,
    notPaid: /(?<![\p{L}])(?:avant|ancien prix|jusqu['’]à|au lieu de|économie|économisez|ailleurs)$/iu,
    negation: /(?<![\p{L}])(ne|n|pas|sans|aucune?|jamais|rien)(?![\p{L}])/iu,
    since: /(?<![\p{L}])(?:depuis|fondée? en|créée? en)\s+((?:18|19|20)\d\d)\b/iu,
    areas:
      /^(?i:nous (?:intervenons|livrons)(?: aussi| également)? (?:à|sur|dans)|nous servons|(?:notre |nos )?zones? d['’]intervention\s*:?)\s+(\p{Lu}[^.;!?]{2,200})/u,
    notOffered:
      /nous ne (?:proposons|faisons|réparons|installons|vendons|traitons|réalisons) (?:pas|plus) (?:de |d['’])?([^.;!?]{3,90})/i,
    hours: /(ouvert|horaires?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche).*(\d{1,2} ?h|\d{1,2}:\d\d|24 ?h)/i,
    until: /(?<![\p{L}])(jusqu['’]au|valable|offre|promotion|expire|fin le)(?![\p{L}])/iu,
    dangling:
      /^(ce|cela|cette|ces|il|elle|ils|elles|mais|et|ou|si|alors|car|aussi|ici|là|donc|que|qui|quoi|comment|pourquoi|où|quand|combien|oui[,.]|non[,.]|ensuite|puis|enfin)(?![\p{L}])/iu,
    action:
      /^(réserv|demand|command|achet|appel(ez|er)(?! (\+|\d))|contact|essay|voir|découvr|prend|prenez|obten|calcul|choisi|compar|planifi)/i,
    plainHeading:
      /^(qu['’]|pourquoi|comment|qui |où |nos |notre |à propos|contact|faq|questions|avis|témoignages|services$|produits$|prix$|tarifs$|horaires|équipe|bienvenue|accueil$|inclus$|zones? d|mentions|ce que disent)/i,
    and: /\s+(?:et|&|\+)\s+/i,
    wrapping: /^(nos|notre|le|la|les|l['’]|service de|services de)\s*|\s+(professionnels?)$/gi,
    cut: /,\s+(?:afin que|pour que|car|parce que|de sorte que)\s/i,
    urgent: /(minutes|heures|urgence|jour même|nuit|dépannage)/i,
    superlative:
      /(?<![\p{L}])(meilleure?s?|moins chers?|plus (rapide|grand|bas)\w*|leader|numéro (un|1)|n° ?1|unique|parfaite?s?|imbattable)(?![\p{L}])/iu,
    guarantee: /(garanti\w*|toujours|jamais|rembours\w*)/i,
    free: /gratuit|offert/i,
  },
  whose: {
    denial:
      /(?<![\p{L}])(?:ne |n['’])(?:[\p{L}]+ ){0,3}?(?:pas|plus|jamais)(?: (?:compris|incluse?s?|disponibles?|couverte?s?|proposée?s?|chez|nous|dans|le|la|les|prix|ici|suivante?s?|services?))*\s*[:.…?]*$|(?<![\p{L}])(?:pas|non|plus) (?:compris|incluse?s?|disponibles?|couverte?s?|proposée?s?)(?: (?:dans|le|prix|forfait))*\s*[:.…?]*$|^(?:exclus|exclusions)(?![\p{L}])|(?<![\p{L}])(?:pas|jamais|sans|au lieu de|sauf)\s*[:…]$|(?:^|\s)(?:vs\.?|versus)\s|(?<![\p{L}])comparée?s? (?:à|aux)(?![\p{L}])/iu,
    not: /(?<![\p{L}])(?:ne|n['’]\p{L}+|pas(?! seulement)|jamais|exclue?s?|au lieu de)(?![\p{L}])/iu,
    others:
      /(?<![\p{L}])(?:(?:notre|nos) (?:[\p{L}-]+ )?(?:partenaires?|fournisseurs?|fabricants?|concurrents?)|le fabricant|concurrents?|concurrence|ailleurs|(?:d['’]autres|certain[es]*|mauvais) (?:entreprises|plombiers|artisans|professionnels|serruriers|cliniques|magasins|avocats|garages|prestataires)|les autres)(?![\p{L}])/iu,
    ours: /(?<![\p{L}])(?:nous|notre|nos|je|entreprise familiale|familiale|cette entreprise|l['’]entreprise|la maison)(?![\p{L}])/iu,
    verb: /(?<![\p{L}])(?:est|sont|était|a|ont|fabrique\w*|produit|vend|propose|existe|fait|conçoit)(?![\p{L}])/iu,
  },
  keywords: {
    near: ['près de moi'],
    cost: ['prix', 'tarif'],
    online: ['en ligne'],
    toBuy: (what) => [`acheter ${what}`],
    company: ['entreprise'],
    more: /(?<![\p{L}])(pas ch[eè]re?s?|bon march[eé]|[eé]conomiques?|abordables?|discount|remises?|promo\p{L}*|soldes?|low cost|24 ?h\p{L}*|24[ /-]?(?:7|24)|jour m[eê]me)(?![\p{L}])/iu,
    withPlace: (what, place) => `${what} ${place}`,
    trade:
      /(?<![\p{L}])(plombiers?|serruriers?|clinique|dentistes?|avocats?|garage|restaurant|électriciens?|logiciel|artisans?)(?![\p{L}])/iu,
    ofTrade: (what, trade) => `${trade} ${what}`,
    negatives: [
      'emploi',
      'recrutement',
      'salaire',
      'formation',
      'stage',
      'cours',
      'gratuit',
      'soi-même',
      'tuto',
      'youtube',
      'occasion',
      'grossiste',
      'définition',
    ],
  },
};

function joined(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} et ${items.at(-1)}`;
}
