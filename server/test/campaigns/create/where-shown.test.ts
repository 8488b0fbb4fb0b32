import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { z } from 'zod';
import { findCampaign } from '../../../src/campaigns/campaign.store.ts';
import { campaignParts } from '../../../src/campaigns/campaign-parts.store.ts';
import { serveSite } from '../../adapters/site-reader/site.ts';
import { wholeSuite } from '../../harness/service.ts';
import { bodyOf } from '../../writes/organization.ts';
import { startWorld, type Writes } from '../../writes/world.ts';

const started = z.object({ task_tracking_id: z.int(), campaign: z.string() });

const TEXT = `<h1>Drain cleaning</h1><p>Honest Pipes clears kitchen and bath drains the same day. Licensed and insured
  plumbers with upfront prices. Free quotes by phone. Every repair has a one-year warranty.</p><ul><li>Hydro jetting</li>
  <li>Camera inspection</li><li>Main sewer lines</li></ul><a class="btn" href="/x">Book drain cleaning</a>`;

function page(title: string, text: string): string {
  return `<html lang="en"><title>${title} | Honest Pipes</title><body>${text}`;
}

function business(name: string, url: string, address: object, others: object = {}): string {
  const item = { '@type': 'Plumber', name, url, address: { '@type': 'PostalAddress', ...address }, ...others };
  return `<script type="application/ld+json">${JSON.stringify(item)}</script>`;
}

const IN_SPAIN = ['Valencia,Valencian Community,Spain'];
const IN_CALIFORNIA = ['Valencia,California,United States'];
/** What a business calls the country of its Valencia, and where that is; its ad account is of the United States. */
const COUNTRIES: [unknown, string[]][] = [
  [undefined, IN_CALIFORNIA],
  ['ES', IN_SPAIN],
  ['Spain', IN_SPAIN],
  ['España', IN_SPAIN],
  ['ESP', IN_SPAIN],
  [{ '@type': 'Country', name: 'Spain' }, IN_SPAIN],
  ['UK', []],
  ['QQ', []],
  ['Hispania', []],
  ['California', IN_CALIFORNIA],
];

/** What a site says of where it is, and where its campaign is to be shown. */
const SITES: Record<string, { towns: string; markup: string; partner?: string; shown: string[] }> = {
  'towns, beside a partner of another country': {
    towns: 'Austin and Dallas',
    markup: '',
    partner: business('Toits du Monde', 'https://toits.example/', { addressLocality: 'Lyon', addressCountry: 'FR' }),
    shown: ['Austin,Texas,United States', 'Dallas,Texas,United States'],
  },
  'towns, and a country that they are not in': {
    towns: 'Austin and Dallas',
    markup: business('Honest Pipes', '/', { addressCountry: 'FR' }),
    shown: [],
  },
  'towns that nobody knows, and a country': {
    towns: 'Nowhereville and Unknownton',
    markup: business('Honest Pipes', '/', { addressCountry: 'FR' }),
    shown: [],
  },
  'a country alone': {
    towns: '',
    markup: business('Honest Pipes', '/', { addressCountry: 'FR' }),
    shown: ['France'],
  },
  'a town of the UK': {
    towns: '',
    markup: business('Honest Pipes', '/', { addressLocality: 'Bristol', addressCountry: 'UK' }),
    shown: ['Bristol,England,United Kingdom'],
  },
  'its town and country at the end of the page': {
    towns: '',
    markup: '<footer>Calle Colón 5, 46001 Valencia, Spain</footer>',
    shown: IN_SPAIN,
  },
  'its town, and a house elsewhere': {
    towns: '',
    markup: `${house({ addressLocality: 'Lyon', addressCountry: 'FR' })}${business('Honest Pipes', '/', {
      addressLocality: 'Austin',
      addressCountry: 'US',
    })}`,
    shown: ['Austin,Texas,United States'],
  },
  'its address on two lines, and a house elsewhere': {
    towns: '',
    markup: '<p>12 Oak St, Dallas, TX 75201</p><footer>100 Congress Ave<br>Austin, TX 78701</footer>',
    shown: ['Austin,Texas,United States'],
  },
  'a town in a state where the platform knows none of that name': {
    towns: '',
    markup: '<footer>5 Main St<br>Lexington, MA 02420</footer>',
    shown: [],
  },
  'a town in the state that its structured address names': {
    towns: '',
    markup: business('Honest Pipes', '/', { addressLocality: 'Lexington', addressRegion: 'KY' }),
    shown: ['Lexington,Kentucky,United States'],
  },
  'a town whose name is part of another’s': {
    towns: '',
    markup: '<footer>5 Main St<br>York, PA 17401</footer>',
    shown: [],
  },
  'an address that nobody understands': {
    towns: '',
    markup: '<footer>100 Congress Ave Austin TX</footer>',
    shown: [],
  },
  'nothing of where it is': { towns: '', markup: '', shown: ['United States'] },
  'things where others name towns': { towns: 'React, Python and Figma', markup: '', shown: [] },
  'a part of a town’s name and another town': {
    towns: 'Rock and Dallas',
    markup: '',
    shown: ['Dallas,Texas,United States'],
  },
  'its town with its position': {
    towns: '',
    markup: business(
      'Honest Pipes',
      '/',
      { streetAddress: '5 Main St', addressLocality: 'Austin' },
      { geo: { '@type': 'GeoCoordinates', latitude: 30.25, longitude: -97.76 } },
    ),
    shown: ['5 Main St, Austin'],
  },
  ...Object.fromEntries(
    COUNTRIES.map(([addressCountry, shown]) => [
      `Valencia in ${JSON.stringify(addressCountry) ?? 'no country'}`,
      { towns: '', markup: business('Honest Pipes', '/', { addressLocality: 'Valencia', addressCountry }), shown },
    ]),
  ),
};

function house(address: object): string {
  const item = { '@type': 'SingleFamilyResidence', address: { '@type': 'PostalAddress', ...address } };
  return `<script type="application/ld+json">${JSON.stringify(item)}</script>`;
}

describe('a campaign of a site that names', () => {
  const suite = wholeSuite();
  const urls = new Map<string, string>();
  let world: Writes;

  before(async () => {
    const hosts: string[] = [];
    for (const [what, { towns, markup, partner = '' }] of Object.entries(SITES)) {
      const served = towns === '' ? '' : `<p>We serve ${towns}.</p>`;
      const site = await serveSite(suite, {
        '/': page('Drain cleaning', `${TEXT}${served}${markup}<a href="/friends">Friends</a>`),
        '/friends': page('Friends', `<h1>Friends</h1><p>Roofs are done by others.</p>${partner}`),
      });
      hosts.push(site.host);
      urls.set(what, site.url);
    }
    world = await startWorld(suite, { sites: hosts });
  });

  for (const [what, { shown }] of Object.entries(SITES)) {
    test(`${what} is shown ${shown.length > 0 ? `in ${shown.join(' and ')}` : 'nowhere until places are chosen'}`, async () => {
      const org = await world.organization();
      const body = { website_url: urls.get(what), budget: 20 };
      const answer = await org.send('POST', `/organizations/${org.slug}/campaigns`, body);
      const { task_tracking_id, campaign } = started.parse(answer.json);
      const task = await org.settled(task_tracking_id);
      assert.equal(task.status, 'completed', JSON.stringify(task));
      const row = await findCampaign(org.tenancy, campaign);
      assert.ok(row);
      const { locations } = await campaignParts(org.tenancy, row.id);
      assert.deepEqual(
        locations.map(({ name }) => name),
        shown,
      );
      const preview = bodyOf(await org.state(campaign, 'live', { dryRun: true }));
      assert.equal(preview.blocked_by === 'location', shown.length === 0, JSON.stringify(preview));
    });
  }
});
