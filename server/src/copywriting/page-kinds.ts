import type { SitePage } from '../ports/site-reader.ts';

/** What a page is there for. Only those that sell get an ad; some others help a buyer and become sitelinks. */
export type PageKind =
  | 'home'
  | 'sells'
  | 'hub'
  | 'prices'
  | 'reviews'
  | 'contact'
  | 'booking'
  | 'areas'
  | 'about'
  | 'work'
  | 'questions'
  | 'aside';

/** Words of addresses and titles that tell the kind of a page; the first line that fits decides. */
const NAMES: readonly (readonly [PageKind, RegExp, 'anywhere' | 'last'])[] = [
  [
    'aside',
    /^(privacy|privacy-policy|terms.*|legal.*|imprint|impressum|datenschutz.*|agb|cookies?.*|disclaimer|gdpr|aviso-legal|privacidad|politica.*|condiciones.*|mentions-legales|cgv|confidentialite|sitemap|accessibility|widerruf.*|shipping-policy|return-policy|プライバシー.*|利用規約|特定商取引.*)$/,
    'anywhere',
  ],
  [
    'aside',
    /^(blog|news|newsroom|articles?|posts?|magazine?|ratgeber|aktuelles|noticias|actualites|journal|press|stories|guides?|tips|tag|author|wiki|glossary|events?|ブログ|お知らせ|コラム)$/,
    'anywhere',
  ],
  [
    'aside',
    /^(careers?|jobs?|karriere|stellen.*|empleo|trabaja.*|recrutement|vacancies|join-us|work-with-us|hiring|採用.*|求人.*)$/,
    'anywhere',
  ],
  [
    'aside',
    /^(login|log-in|signin|sign-in|signup|account|my-account|cart|basket|checkout|warenkorb|konto|anmelden|carrito|cuenta|panier|compte|register|wishlist|search|suche|404|not-found|thank-you|danke|gracias|merci|ログイン|カート|マイページ)$/,
    'anywhere',
  ],
  [
    'aside',
    /^(newsletter|download|downloads|links|partner|partners|investors|docs|documentation|changelog|status)$/,
    'last',
  ],
  [
    'prices',
    /^(pricing|prices?|price-list|preise|preisliste|precios|tarifas|tarifs|prix|plans|rates|menu|speisekarte|carta|料金.*|メニュー)$/,
    'last',
  ],
  [
    'reviews',
    /^(reviews?|testimonials|customers|clients|success-stories|bewertungen|kundenstimmen|opiniones|temoignages|avis|customer-stories|お客様の声|口コミ)$/,
    'last',
  ],
  [
    'booking',
    /^(book|booking|book-online|book-now|appointments?|termin.*|reservations?|reserve|reservar|reservas|rendez-vous|quote|get-a-quote|demo|trial|予約.*|ご予約)$/,
    'last',
  ],
  [
    'contact',
    /^(contact|contact-us|contato|contatti|directions|kontakt|contacto|find-us|anfahrt|acces|visit|visit-us|アクセス|お問い合わせ)$/,
    'last',
  ],
  [
    'areas',
    /^(areas?|service-areas?|areas-we-serve|locations?|einsatzgebiete?|standorte?|zonas.*|zones.*|対応エリア)$/,
    'last',
  ],
  [
    'about',
    /^(about|about-us|team|our-team|our-story|history|attorneys|people|ueber-uns|über-uns|nosotros|quienes-somos|equipo|a-propos|equipe|会社概要|会社案内|スタッフ.*|当店について)$/,
    'last',
  ],
  [
    'questions',
    /^(faq|faqs|help|support|shipping|shipping-and-returns|delivery|returns|versand.*|envios?|livraison|warranty|financing|insurance|questions|hilfe|preguntas.*|aide|よくある.*)$/,
    'last',
  ],
  [
    'work',
    /^(gallery|projects?|portfolio|referenzen|galerie|galeria|case-studies|results|realisations|施工事例|実績)$/,
    'last',
  ],
  [
    'hub',
    /^(services?|our-services|products?|shop|store|leistungen|produkte|servicios|productos|catalog(ue)?|collections?|categories|practice-areas|treatments|behandlungen|features|solutions|prestations|produits|what-we-do|サービス|サービス一覧|商品一覧|診療案内)$/,
    'last',
  ],
];

const NOT_FOUND = /\b(404|not found|nicht gefunden|no encontrad|introuvable)\b|見つかりません/i;
const ARTICLE_TYPES = ['Article', 'BlogPosting', 'NewsArticle', 'JobPosting', 'TechArticle'];
const DATED_PATH = /\/(19|20)\d\d\/\d\d?\//;

/** The kind of a page, told by its address, its main heading and what it says of itself to machines. */
export function kindOf(page: SitePage, homeAddress: string): PageKind {
  if (isSamePage(page.address, homeAddress)) return 'home';
  const segments = segmentsOf(page.address, homeAddress);
  if (NOT_FOUND.test(page.title ?? '') || DATED_PATH.test(page.address)) return 'aside';
  if (page.structured.some(({ type }) => ARTICLE_TYPES.includes(type))) return 'aside';
  const names = [segments.at(-1) ?? '', nameOf(page.blocks.find(({ level }) => level === 1)?.text ?? page.title ?? '')];
  for (const [kind, words, where] of NAMES) {
    const looked = where === 'anywhere' ? [...segments, ...names] : names;
    if (looked.some((name) => words.test(name))) return kind;
  }
  return 'sells';
}

/** Addresses that differ in nothing but a fragment, a query or a closing slash are one page. */
export function isSamePage(one: string, other: string): boolean {
  return pageKey(one) === pageKey(other);
}

/** An address as pages are told apart by it. */
export function pageKey(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  return `${url.host}${url.pathname.replace(/\/(index\.\w+)?$/, '')}`.toLowerCase();
}

/** The readable parts of an address below the site's root, without endings of files and languages. */
export function segmentsOf(address: string, homeAddress = ''): string[] {
  if (!URL.canParse(address)) return [];
  const root = URL.canParse(homeAddress) ? new URL(homeAddress).pathname.replace(/[^/]*$/, '') : '/';
  const path = decoded(new URL(address).pathname);
  const below = path.startsWith(root) ? path.slice(root.length) : path;
  return below
    .split('/')
    .map((segment) => segment.replace(/\.(html?|php|aspx?)$/i, '').toLowerCase())
    .filter((segment) => segment !== '' && segment !== 'index' && !/^[a-z]{2}(-[a-z]{2})?$/.test(segment));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function nameOf(heading: string): string {
  return heading.toLowerCase().trim().replaceAll(/\s+/g, '-');
}
