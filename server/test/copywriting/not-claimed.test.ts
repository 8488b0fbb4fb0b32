import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROOT, script, textsOf } from './honest-pipes.ts';

const LIST = '<ul><li>Free estimates</li><li>24/7 service</li><li>Lifetime guarantee</li></ul>';
const CLAIMS = /free estimates|24\/7|lifetime/i;

/** Headings and lead-ins that take a list back: what is not offered, and what others do. */
const TAKEN_BACK = [
  '<h2>We do not offer</h2>',
  '<h2>We don’t do</h2>',
  '<h2>What you will not get from us</h2>',
  '<h2>Services we no longer provide</h2>',
  '<h2>Not included in the price</h2>',
  '<h3>Exclusions</h3>',
  '<h2>We do not offer emergency services such as</h2>',
  '<h2>We never promise</h2>',
  '<h2>We used to offer</h2>',
  '<h2>Winter sale until 31/01/2024</h2>',
  '<h2>Our partner Cheap Rivals offers</h2>',
  '<h2>What bad plumbers promise</h2>',
  '<h2>Zorblatt Plumbing offers</h2>',
  '<p>Zorblatt promises:</p>',
  '<h2>What our competitors claim</h2>',
  '<h2>Honest Pipes vs. Cheap Rivals</h2>',
  '<h2>How we compare</h2><h3>Cheap Rivals</h3>',
  '<h2>Prices</h2><p>We do not offer:</p>',
  '<h2>Prices</h2><p>We repair heaters. Sorry, we do not do the following:</p>',
  '<h2>Prices</h2><p><b>Not included</b></p>',
  '<h2>Prices</h2><p>Our partner Cheap Rivals offers:</p>',
  '<h2>Prices</h2><p>Instead of:</p>',
  '<h2>Prices</h2><p>Other plumbers offer these.</p>',
];

test('what stands below a denial or below the name of others is no claim of the business', async () => {
  for (const lead of TAKEN_BACK) {
    for (const list of [LIST, LIST.replaceAll('li>', 'p>').replace(/<\/?ul>/g, '')]) {
      // A list in paragraphs belongs to its heading where that leaves off, and to its lead-in.
      if (list !== LIST && /such as|these|sale/.test(lead)) continue;
      assert.doesNotMatch(await textsOf(lead + list), CLAIMS, lead);
    }
  }
  for (const whole of [
    '<h2>We do not offer</h2><h3>Free estimates</h3><h3>24/7 service</h3>',
    '<ul><li>❌ Free estimates</li><li>24/7 service ✗</li></ul>',
    '<dl><dt>Not included</dt><dd>Free estimates</dd></dl>',
    '<ul><li>We do not offer:<ul><li>Free estimates</li></ul></li></ul>',
    '<p>We do not offer free estimates, 24/7 service or a lifetime guarantee.</p>',
    '<p>We do not offer:<br>Free estimates<br>24/7 service</p>',
    '<p>Our partner Cheap Rivals offers free estimates.</p>',
    '<ul><li>Other plumbers: free estimates</li><li>Free estimates from our competitors</li></ul>',
  ]) {
    const texts = await textsOf(whole);
    assert.doesNotMatch(texts.replaceAll(/^.*\b(not|sorry)\b.*$/gim, ''), CLAIMS, whole);
  }
});

/** Headings and lead-ins that promise, urge, or speak of us: what stands below them is claimed. */
const PROMISING = [
  '<h2>What we offer</h2>',
  '<h2>No hidden fees</h2>',
  '<h2>Don’t wait, call us</h2>',
  '<h2>Why not call today?</h2>',
  '<h2>Not just heaters</h2>',
  '<h2>You don’t pay until it is fixed</h2>',
  '<h2>We never leave a mess</h2><p>Floors are covered.</p>',
  '<h2>Better than the competition</h2>',
  '<h2>What sets us apart from other plumbers</h2>',
  '<h2>Unlike other plumbers, we offer</h2>',
  '<h2>Your partner in Austin</h2>',
  '<h2>Other services</h2>',
  '<h2>Special offers</h2>',
  '<h2>Honest Pipes offers</h2>',
  '<p>Honest Pipes promises:</p>',
  '<h2>We do not offer</h2><p>Pool heaters.</p><h2>We offer</h2>',
  '<p>We do not offer:</p><ul><li>Pool heaters</li></ul><p>With every repair you get:</p>',
  '<p>We do not install pool heaters.</p>',
];

test('what stands below any other heading is', async () => {
  for (const lead of PROMISING) assert.match(await textsOf(lead + LIST), /free estimates/i, lead);
});

test('what is crossed out is not read', async () => {
  for (const gone of [
    '<li><s>Free estimates</s></li>',
    '<li><del>Free estimates</del></li>',
    '<li><strike>Free estimates</strike></li>',
    '<li><span style="text-decoration: line-through">Free estimates</span></li>',
    '<li><span style="text-decoration-line:underline line-through">Free estimates</span></li>',
    '<li class="line-through">Free estimates</li>',
  ]) {
    assert.doesNotMatch(await textsOf(`<ul>${gone}</ul>`), CLAIMS, gone);
  }
  assert.doesNotMatch(await textsOf('<h2><del>Free estimates</del></h2>'), CLAIMS);
  assert.match(await textsOf('<ul><li>Tank flush <del>$199</del> $149</li></ul>'), /Tank Flush \$149/);
  const texts = await textsOf(
    `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Tank</b><div itemprop="offers" itemscope
      itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="USD"><del itemprop="price">900</del>`,
  );
  assert.doesNotMatch(texts, /900/);
});

test('the year since when somebody else is there is not ours, nor is one to come', async () => {
  for (const others of [
    'Rheem has been making heaters since 1925.',
    'Since 1925, Rheem has been making heaters.',
    'Rheem, founded in 1925, makes heaters.',
    'Our supplier Rheem has been making heaters since 1925.',
    'We install Rheem heaters, made in Georgia since 1925.',
    'The code has been in force since 1925.',
    'Our Rheem tanks last. Rheem heaters, trusted since 1925.',
    'Our prices have not changed since 1925.',
    'Opening soon: founded in 2099.',
  ]) {
    assert.doesNotMatch(await textsOf(`<p>${others}</p>`), /(^|[.] )since (1925|2099)([.]|$)/im, others);
  }
  const founded = { '@type': 'Plumber', name: 'Honest Pipes', url: `${ROOT}/`, foundingDate: '2099-01-01' };
  assert.doesNotMatch(await textsOf(script(founded)), /2099/);
  for (const own of [
    'Since 1925',
    'Est. 1925',
    'Founded in 1925.',
    'Family business since 1925.',
    'Plumbing, heating and drains since 1925.',
    'Honest Pipes has served Austin since 1925.',
    'Honest Pipes, founded in 1925, repairs heaters.',
    'Since 1925, we have repaired heaters.',
    'Licensed plumbers in Austin since 1925.',
    'The company was founded in 1925.',
  ]) {
    assert.match(await textsOf(`<p>${own}</p>`), /since 1925/i, own);
  }
});

test('a rating that few gave is none', async () => {
  const rated = (reviewCount: string) =>
    script({
      '@type': 'Plumber',
      name: 'Honest Pipes',
      url: `${ROOT}/`,
      aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.9', reviewCount },
    });
  for (const count of ['1', '4', 'call 555-1234 now']) assert.doesNotMatch(await textsOf(rated(count)), /4\.9/, count);
  for (const count of ['5', '1,214']) assert.match(await textsOf(rated(count)), /4\.9/, count);
});
