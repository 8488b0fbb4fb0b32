import { shortType } from './structured-data.ts';

type Attributes = Readonly<Record<string, string>>;

/** Names of what anybody may write, whatever stands around them, in the languages that ads are written in. */
const WRITTEN_BY_ANYBODY =
  /^(comments?|commentlist|commentaires?|kommentare?|comentarios?|reply|replies|guestbook|g(ä|ae)stebuch|disqus|bbp|kuchikomi)$/;
/** A class that tells of a page whether it may be commented names no comments. */
const STATE = /(^|-)(no|has|with|without|open|closed|enabled|disabled)(-|$)/;
/** Reviews by customers; other reviews are work that a business does. */
const REVIEWS =
  /^((product|customers?|users?|guests?|client|google|woocommerce|spr|yotpo|stamped)-)*(reviews?|jdgm-rev|(kunden)?bewertungen|avis(-clients?)?|opiniones|rese[nñ]as)(-(list|items?|card|entry|body|text|content|wrapper|container|section|author|title))*$/;
const FORUM = /^forum-(posts?|topics?|thread|repl(y|ies)|messages?)$/;
const TYPES = ['Review', 'UserReview', 'Comment', 'UserComments', 'DiscussionForumPosting'];
const PROPERTIES = ['review', 'reviews', 'reviewBody', 'comment', 'commentText'];

/**
 * Whether an element holds what visitors of the page wrote: no words of the business, which would not want to be quoted
 * with them. Testimonials are its own choice and are read.
 */
export function isOfVisitors({
  role,
  itemprop,
  property,
  itemtype,
  typeof: type,
  id,
  class: name,
}: Attributes): boolean {
  const properties = wordsOf(itemprop, property).map(shortType);
  if (properties.includes('aggregateRating')) return false;
  return (
    role === 'comment' ||
    properties.some((one) => PROPERTIES.includes(one)) ||
    wordsOf(itemtype, type).some((one) => TYPES.includes(shortType(one))) ||
    wordsOf(id, name).some(isNamedSo)
  );
}

const NONE: readonly string[] = [];

/** Most elements have none of these, and pages have very many elements. */
function wordsOf(one: string | undefined, other: string | undefined): readonly string[] {
  return one || other ? `${one ?? ''} ${other ?? ''}`.split(/\s+/) : NONE;
}

/** Names are written in every way: commentList, comment_list, comment__list. */
function isNamedSo(name: string): boolean {
  const plain = name.replaceAll(/(?<=[a-z])(?=[A-Z])|[_-]+/g, '-').toLowerCase();
  if (REVIEWS.test(plain) || FORUM.test(plain)) return true;
  return !STATE.test(plain) && plain.split('-').some((word) => WRITTEN_BY_ANYBODY.test(word));
}
