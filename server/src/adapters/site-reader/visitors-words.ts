import { shortType } from './short-type.ts';

type Attributes = Readonly<Record<string, string>>;

/** What anybody may write, in the languages that ads are written in; accents are taken off. */
const WRITTEN_BY_ANYBODY =
  /^(comments?|commentlist|commentaires?|kommentare?|comentarios?|comment[oi]|reply|replies|guestbook|gae?stebuch|shoutbox|feedbacks?|kuchikomi|reviews?|(kunden|gae?ste|produkt|nutzer)?(bewertung|rezension)(en)?|(kunden|gae?ste|besucher|nutzer)(feedback|meinung(en)?|kommentare?)|avis|valoracion(es)?|opiniones|resenas?|recension[ei]|recensies?|avaliacoes)$/;
/** What every such name holds: most hold none of it, and pages have very many names. */
const HINT =
  /omm?ent|repl[yi]|stb|stebuch|kuchi|review|bewert|rezens|avis|valora|opinion|rese|recens|avalia|disqus|bbp|jdgm|forum|feedback|shout|meinung|(user|visitor|customer|guest|member|reader)s?[-_]*(post|message)/i;
/** What the parts of it are called; a number or a made-up name tells one from the next. */
const PART =
  /^(items?|contents?|texte?|body|list[ae]?|blocks?|box|cards?|slider|slides?|carousel|widgets?|entry|entries|wrap|wrapper|container|section|area|threads?|feed|grid|row|inner|root|author|title|meta|metadata|date|form|respond|clients?|posts?|messages?|.*\d.*)$/;
/** Software for nothing else, forums, and what is named after whoever wrote it. */
const MADE_FOR_IT =
  /(^|-)(disqus|bbp|jdgm-rev|forum-(posts?|topics?|threads?|messages?)|(user|visitor|customer|guest|member|reader)s?-(posts?|messages?))(-|$)/;
/** Terms that a shop or a blog files its pages under. */
const TAXONOMY = /^(product-(cat|tag)|category|cat|tag|term|tax|taxonomy|pa)-/;
/** In front of it: whether there is any, and work that a business does itself. */
const NOT_OF_VISITORS =
  /^(no|has|have|with|without|show|hide|enable|disable|auto|free|case|contract|code|design|peer|policy|portfolio|document|legal|lease|tax|account|audit|security|performance|annual|insurance|mortgage|loan|financial|pension|medication|business|resume|cv|immobilien|haus|wohnungs?|grundstuecks?|unternehmens?|fahrzeug)$/;
const TYPES = ['Review', 'UserReview', 'Comment', 'UserComments', 'DiscussionForumPosting'];
const PROPERTIES = ['review', 'reviews', 'reviewBody', 'comment', 'commentText'];
/** What nobody reads as a text of its own, but what is told to machines as well: other reviews, and answers by anybody. */
const TOLD_TO_MACHINES = /Review$|^(Recommendation|QAPage|CorrectionComment|SocialMediaPosting)$/;

/** Whether an item of structured data is what visitors wrote: by its types, or by the property that it stands under. */
export function isWrittenByVisitors(types: readonly string[], property: string): boolean {
  return (
    PROPERTIES.includes(property) ||
    property === 'suggestedAnswer' ||
    types.some((type) => TYPES.includes(type) || TOLD_TO_MACHINES.test(type))
  );
}

/**
 * Whether an element holds what visitors of the page wrote: no words of the business, which would not want to be quoted
 * with them. Testimonials are its own choice and are read, and so is the body of a review that is the page itself.
 */
export function isOfVisitors(
  { role, itemprop, property, itemtype, typeof: type, id, class: name }: Attributes,
  isInThePage = false,
): boolean {
  const properties = wordsOf(itemprop, property).map(shortType);
  if (properties.includes('aggregateRating')) return false;
  return (
    role === 'comment' ||
    properties.some((one) => PROPERTIES.includes(one) && !(isInThePage && one === 'reviewBody')) ||
    wordsOf(itemtype, type).some((one) => TYPES.includes(shortType(one))) ||
    wordsOf(id, name).some(isNamedSo)
  );
}

const NONE: readonly string[] = [];

/** Most elements have none of these, and pages have very many elements. */
function wordsOf(one: string | undefined, other: string | undefined): readonly string[] {
  return one || other ? `${one ?? ''} ${other ?? ''}`.split(/\s+/) : NONE;
}

/** Names are written in every way: commentList, comment_list, comment__list, Comment_list__x1. */
function isNamedSo(name: string): boolean {
  if (!HINT.test(name)) return false;
  const spoken = name.replace(/^([a-z]+_[a-z]+)__[\w-]+$/i, '$1').replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]+/g, '-');
  const plain = spoken.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
  if (TAXONOMY.test(plain)) return false;
  if (MADE_FOR_IT.test(plain)) return true;
  // “Comment” begins a question in French: what follows must be a part.
  const words = plain.split('-');
  const last = words.findLastIndex((word) => !PART.test(word));
  return WRITTEN_BY_ANYBODY.test(words[last] ?? '') && !NOT_OF_VISITORS.test(words[last - 1] ?? '');
}
