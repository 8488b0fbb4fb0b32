import { isOfVisitors } from './visitors-words.ts';

/** Where an element stands on its page, as far as its reader would tell it from the content. */
export type Place = 'content' | 'header' | 'navigation' | 'footer' | 'unread';

type Attributes = Readonly<Record<string, string>>;

/**
 * What nobody reads: programs, drawings, choices of forms, how characters beside it are pronounced; and what is crossed
 * out, which holds no longer.
 */
const UNREAD = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'svg',
  'math',
  'iframe',
  'object',
  'canvas',
  'video',
  'audio',
  'select',
  'textarea',
  'datalist',
  'dialog',
  'rt',
  'rp',
  's',
  'del',
  'strike',
]);
const NAVIGATION_ROLES = ['navigation', 'menu', 'menubar'];
const NAVIGATION_WORDS = /^(nav|navbar|navigation|site-nav|main-nav|main-menu|mobile-menu|menu-item|breadcrumbs?)$/;
const FOOTER_WORDS = /^(footer|site-footer|page-footer)$/;
const BANNER_WORDS = /cookie|consent|gdpr|onetrust|^cc-(window|banner)$|^cky-|usercentrics/i;
const CROSSED_OUT_WORDS = /^(text-decoration-)?line-through$/;
const UNSEEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden|text-decoration(-line)?\s*:[^;:]*line-through/i;

/** Whether an element is what the page is about, or stands in such a one. */
export type Own = 'page' | 'in the page' | undefined;

/** The place of an element inside one that stands elsewhere already. */
export function placeOf(name: string, attributes: Attributes, outer: Place, own?: Own): Place {
  if (outer === 'unread' || isUnread(name, attributes)) return 'unread';
  const words = `${attributes.id ?? ''} ${attributes.class ?? ''}`.split(/\s+/);
  const isRoot = name === 'html' || name === 'body';
  if (!isRoot && words.some((word) => BANNER_WORDS.test(word) || CROSSED_OUT_WORDS.test(word))) return 'unread';
  if (isRoot) return outer;
  if (own !== 'page' && isLeftByVisitors(name, attributes, own)) return 'unread';
  if (name === 'nav' || has(NAVIGATION_ROLES, attributes.role) || words.some((word) => NAVIGATION_WORDS.test(word))) {
    return outer === 'footer' ? 'footer' : 'navigation';
  }
  const isFooter =
    name === 'footer' || attributes.role === 'contentinfo' || words.some((word) => FOOTER_WORDS.test(word));
  if (isFooter && outer !== 'navigation') return 'footer';
  if (name === 'main' || name === 'article') return outer === 'header' ? 'content' : outer;
  return name === 'header' && outer === 'content' ? 'header' : outer;
}

/** The main part of a page and a first heading are never visitors', whatever they are called. */
export function isLeftByVisitors(name: string, attributes: Attributes, own: Own): boolean {
  return name !== 'main' && name !== 'h1' && isOfVisitors(attributes, own !== undefined);
}

function isUnread(name: string, attributes: Attributes): boolean {
  if (UNREAD.has(name)) return name !== 'dialog' || attributes.open === undefined;
  return (
    attributes.hidden !== undefined ||
    attributes['aria-hidden'] === 'true' ||
    (attributes.style !== undefined && UNSEEN_STYLE.test(attributes.style))
  );
}

function has(list: readonly string[], value: string | undefined): boolean {
  return value !== undefined && list.includes(value);
}

const BUTTON_WORDS = /(^|[-_])(btn|button|cta)([-_]|$)/i;

/** Whether an element looks like something to press. */
export function isButton(name: string, attributes: Attributes): boolean {
  if (name === 'button' || attributes.role === 'button') return true;
  if (name === 'input') return attributes.type === 'submit' || attributes.type === 'button';
  return name === 'a' && (attributes.class ?? '').split(/\s+/).some((word) => BUTTON_WORDS.test(word));
}
