import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { serveSite } from '../../adapters/site-reader/site.ts';
import { wholeSuite } from '../../harness/service.ts';
import { startWorld } from '../../writes/world.ts';

const started = z.object({ task_tracking_id: z.int(), campaign: z.string() });

const TEXT = `<h1>Dental implants</h1><p>Our dentists place dental implants in two visits. Each of the dental implants is
  planned by hand. Your first consultation is free. Our prices are not cheap. Spend $900 and get a free cleaning.</p>
  <h2>Free whitening</h2><p>With every treatment over $500.</p>
  <ul><li>Titanium implants</li><li>Ceramic implants</li><li>Urgent: 02 40 12 34 56</li></ul>
  <table><tr><td>Single implant</td><td>2 150 EUR</td></tr><tr><td>Crown</td><td>HK$800</td></tr>
  <tr><td>Bridge</td><td>$50 off</td></tr></table><a class="btn" href="/x">Book your visit</a>`;

test('a draft claims nothing that its site says of something else, in part or on a condition', async () => {
  const suite = wholeSuite();
  const page = `<html lang="en"><title>Dental implants | Bright Smile</title><body>${TEXT}`;
  const site = await serveSite(suite, { '/': page });
  const world = await startWorld(suite, { sites: [site.host] });
  const org = await world.organization();
  const path = `/organizations/${org.slug}/campaigns`;
  const { json } = await org.send('POST', path, { website_url: site.url, budget: 20 });
  const { task_tracking_id, campaign } = started.parse(json);
  const task = await org.settled(task_tracking_id);
  assert.equal(task.status, 'completed', JSON.stringify(task));
  const { cookie } = org.people.owner;
  const { text } = await org.send('GET', `${path}/${campaign}/parts`, undefined, { cookie });
  assert.match(text, /dental implants/i);
  assert.doesNotMatch(text, /(?:free|cheap) dental implants|dental implants (?:free|cheap)/i);
  assert.doesNotMatch(text, /free whitening|"free cleaning/i);
  assert.doesNotMatch(text, /02 40 12|Bridge \$50|\b150 EUR|[^K]\$800/i);
  assert.match(text, /Crown HK\$800/);
});
