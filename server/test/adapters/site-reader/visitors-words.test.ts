import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPage } from '../../../src/adapters/site-reader/read-page.ts';
import type { SitePage } from '../../../src/ports/site-reader.ts';

function page(html: string | Buffer, contentType = 'text/html'): Promise<SitePage> {
  return readPage({
    url: new URL('https://www.acme.example/drains/'),
    status: 200,
    contentType,
    contentLanguage: undefined,
    bytes: Buffer.from(html),
  });
}

/** How pages mark what anybody may write on them. */
const OF_VISITORS = [
  'class="comments"',
  'class="comment"',
  'id="comments"',
  'class="post-comments"',
  'class="comment-list"',
  'class="commentlist"',
  'class="comments-area"',
  'class="Comment_body__x1"',
  'class="card UserComments"',
  'id="disqus_thread"',
  'class="fb-comments"',
  'class="reviews"',
  'class="review"',
  'class="review-body"',
  'id="customer-reviews"',
  'class="woocommerce-Reviews"',
  'class="product_reviews"',
  'class="spr-review"',
  'class="ti-review-item"',
  'class="ti-review-content"',
  'class="glsr-review"',
  'class="trustpilot-review"',
  'class="hotel-reviews"',
  'class="product-detail-review-item"',
  'class="review-block"',
  'class="reviews-slider"',
  'class="reviewsCarousel"',
  'class="review_card__aB3dE"',
  'id="review-4711"',
  'id="comment-12"',
  'id="div-comment-12"',
  'class="comment-respond"',
  'class="blog-comment-wrapper"',
  'class="ticket-comments-feed"',
  'class="jdgm-rev"',
  'class="replies"',
  'class="reply"',
  'class="forum-posts"',
  'class="forum-post-body"',
  'class="bbp-reply-content"',
  'id="guestbook"',
  'class="gaestebuch"',
  'class="gästebuch"',
  'class="reseñas"',
  'class="kommentare"',
  'class="kommentar-text"',
  'class="kundenbewertungen"',
  'class="kundenbewertung"',
  'class="bewertung"',
  'class="shop-bewertungen-liste"',
  'class="rezensionen"',
  'class="rezension-text"',
  'class="valoraciones"',
  'class="valoración"',
  'class="recensioni"',
  'class="lista-recensione-item"',
  'class="commentaires"',
  'class="liste-commentaire"',
  'class="avis-clients"',
  'class="comentarios"',
  'class="opiniones"',
  'class="customer-feedback"',
  'class="feedback-list"',
  'class="kundenfeedback"',
  'class="kundenmeinungen"',
  'class="shoutbox"',
  'id="shoutbox-messages"',
  'class="user-posts"',
  'class="userPosts"',
  'class="visitor_post"',
  'class="customer-posts-list"',
  'class="guest-messages"',
  'role="comment"',
  'itemprop="review"',
  'itemprop="comment"',
  'itemscope itemtype="https://schema.org/Review"',
  'itemscope itemtype="http://schema.org/UserComments"',
  'itemscope itemtype="https://schema.org/DiscussionForumPosting"',
  'typeof="schema:Comment"',
];
/** What only sounds like it: words of the business about its work, and pages that say whether they may be commented. */
const OF_THE_BUSINESS = [
  'class="testimonials"',
  'class="testimonial"',
  'class="case-review"',
  'id="free-case-review"',
  'class="contract-review-service"',
  'class="post comments-open"',
  'class="no-comments"',
  'class="has-comments"',
  'class="preview"',
  'class="post type-post"',
  'class="blog-posts"',
  'class="customer"',
  'class="feedback-software"',
  'class="user-friendly-post"',
  'class="forum"',
  'class="commentary"',
  'class="with-reviews"',
  'class="policy-reviews-section"',
  'class="immobilien-bewertung"',
  'id="comment-ca-marche"',
  'id="comment-ça-marche"',
  'id="comment-faire"',
  'class="comment_fonctionne"',
  'id="comment-reserver"',
  'class="product product_cat-guestbook"',
  'class="product_tag-reviews"',
  'class="post category-kommentar"',
  'class="tag-comments"',
  'class="comment-count-0"',
  'class="comments-hidden"',
  'class="comments-bottom"',
  'class="l-comments-off"',
  'class="comments-closed"',
  'class="reply-hero"',
  'class="auto-reply-software"',
  'itemprop="description"',
];

test('what visitors wrote is not read, unlike what the business says of itself and chose to show', async () => {
  const words = async (attributes: string) => {
    const inner = '<h3>Bob</h3><p>Visit rival</p><ul><li>Cheap</li></ul><a href="/rival">Rival</a><button>Buy</button>';
    const { blocks, links, actions, structured } = await page(
      `<main><h1>Drains</h1><div ${attributes}>${inner}</div><p>We clear them.</p></main>`,
    );
    return { texts: blocks.map(({ text }) => text), links, actions, structured };
  };
  for (const attributes of OF_VISITORS) {
    const read = { texts: ['Drains', 'We clear them.'], links: [], actions: [], structured: [] };
    assert.deepEqual(await words(attributes), read, attributes);
  }
  for (const attributes of OF_THE_BUSINESS) {
    const { texts } = await words(attributes);
    assert.ok(texts.includes('Visit rival') && texts.includes('Cheap'), attributes);
  }
});

test('a page or a rating that is named after reviews is read all the same', async () => {
  const read = await page(`<body class="reviews"><main id="reviews"><h1>Reviews</h1><p>What others say.</p>
    <div itemscope itemtype="https://schema.org/Product"><div class="product-reviews" itemprop="aggregateRating" itemscope
      itemtype="https://schema.org/AggregateRating"><span itemprop="ratingValue">4.9</span></div></div></main>`);
  assert.deepEqual(read.blocks.map(({ text }) => text).slice(0, 2), ['Reviews', 'What others say.']);
  assert.deepEqual(read.structured.find(({ type }) => type === 'AggregateRating')?.properties.ratingValue, ['4.9']);
});

const PROSE = '<p>We ate there twice and would go again.</p>';
/** Elements that are the page itself, whatever they are called. */
const THE_PAGE = [
  `<main><article itemscope itemtype="https://schema.org/Review"><p>By Jo</p><h1>A new place</h1><div itemprop="reviewBody">${PROSE}</div></article></main>`,
  `<div class="site-reviews"><p>By Jo</p><main><h2>A new place</h2>${PROSE}</main></div>`,
  `<div id="comments"><nav><a href="/menu">Menu</a></nav><p>By Jo</p><h1 class="review">A new place</h1>${PROSE}</div>`,
  `<div hidden><h1>Sign in</h1></div><article class="review"><p>By Jo</p><h1>A new place</h1>${PROSE}</article>`,
];

test('an element that holds the heading or the main part of its page is read from its beginning', async () => {
  const left = '<div class="comments"><div class="comment"><h1>Rival</h1><p>Visit rival</p></div></div>';
  for (const html of THE_PAGE) {
    const { blocks } = await page(`${html}${left}`);
    const texts = ['By Jo', 'A new place', 'We ate there twice and would go again.'];
    assert.deepEqual(
      blocks.map(({ text }) => text),
      texts,
      html,
    );
  }
});

test('visitors cannot make their words the page by writing much, or a heading', async () => {
  const much = '<p>Visit rival</p>'.repeat(200);
  for (const heading of ['<h1>Drains</h1>', '<h2>Drains</h2>']) {
    const comments = `<ol class="comments"><li class="comment"><h1>Rival</h1>${much}</li></ol>`;
    const { blocks } = await page(`${heading}${comments}`);
    assert.deepEqual(
      blocks.map(({ text }) => text),
      ['Drains'],
    );
  }
});
