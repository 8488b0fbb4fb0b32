import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, textAt } from '../src/json.ts';
import { ACME, errorCode, TestEmulator } from './client.ts';

let emulator: TestEmulator;
before(async () => {
  emulator = await TestEmulator.start();
});
after(() => emulator.close());

const FIELDS = `change_event.change_date_time, change_event.change_resource_type, change_event.client_type,
  change_event.user_email, change_event.changed_fields, change_event.old_resource, change_event.new_resource, change_event.campaign`;
const TODAY = "change_event.change_date_time >= '2026-11-14' AND change_event.change_date_time <= '2026-11-15'";

test('every commit writes a change event with what was and what is, in the time of the account', async () => {
  const [brand] = await emulator.rows(
    "SELECT campaign.campaign_budget FROM campaign WHERE campaign.name = 'Acme - Brand'",
  );
  const resourceName = textAt(brand, 'campaign', 'campaignBudget');
  const update = { resourceName, amountMicros: '26000000' };
  await emulator.mutate([{ campaignBudgetOperation: { update, updateMask: 'amount_micros' } }]);
  const [event] = await emulator.rows(`SELECT ${FIELDS} FROM change_event WHERE ${TODAY} LIMIT 10`);
  assert.equal(at(event, 'changeEvent', 'changeDateTime'), '2026-11-14 12:00:00.000000');
  assert.equal(at(event, 'changeEvent', 'changeResourceType'), 'CAMPAIGN_BUDGET');
  assert.equal(at(event, 'changeEvent', 'clientType'), 'GOOGLE_ADS_API');
  assert.equal(at(event, 'changeEvent', 'userEmail'), 'olivia@demo.test');
  assert.equal(at(event, 'changeEvent', 'changedFields'), 'amountMicros');
  assert.equal(at(event, 'changeEvent', 'oldResource', 'campaignBudget', 'amountMicros'), '25000000');
  assert.equal(at(event, 'changeEvent', 'newResource', 'campaignBudget', 'amountMicros'), '26000000');
});

test('an edit in the web interface is told as one', async () => {
  const edited = await emulator.control('POST', 'external-edit', {
    campaign: 'Acme - Brand',
    field: 'status',
    value: 'paused',
  });
  assert.equal(edited.status, 200);
  const [event] = await emulator.rows(`SELECT ${FIELDS} FROM change_event WHERE ${TODAY} LIMIT 1`);
  assert.equal(at(event, 'changeEvent', 'clientType'), 'GOOGLE_ADS_WEB_CLIENT');
  assert.equal(at(event, 'changeEvent', 'newResource', 'campaign', 'status'), 'PAUSED');
});

test('change_status tells the last change of each resource', async () => {
  const query = `SELECT change_status.resource_type, change_status.resource_status, change_status.campaign FROM change_status
    WHERE change_status.last_change_date_time >= '2026-11-14' AND change_status.last_change_date_time <= '2026-11-15' LIMIT 100`;
  const rows = await emulator.rows(query);
  assert.deepEqual(rows.map((row) => at(row, 'changeStatus', 'resourceType')).sort(), ['CAMPAIGN', 'CAMPAIGN_BUDGET']);
  assert.equal(at(rows[0], 'changeStatus', 'resourceStatus'), 'CHANGED');
});

test('change_event needs a finite range of at most 30 days and a LIMIT of at most 10,000', async () => {
  const select = 'SELECT change_event.change_date_time FROM change_event';
  const since = (date: string) => `change_event.change_date_time >= '${date}'`;
  const until = "change_event.change_date_time <= '2026-11-15'";
  const refused: [string, string][] = [
    [`${select} WHERE ${TODAY}`, 'LIMIT_NOT_SPECIFIED'],
    [`${select} WHERE ${TODAY} LIMIT 10001`, 'INVALID_LIMIT_CLAUSE'],
    [`${select} WHERE ${since('2026-11-01')} LIMIT 10`, 'CHANGE_DATE_RANGE_INFINITE'],
    [`${select} WHERE ${since('2026-11-16')} AND ${until} LIMIT 10`, 'CHANGE_DATE_RANGE_NEGATIVE'],
    [`${select} WHERE ${since('2026-10-14')} AND ${until} LIMIT 10`, 'START_DATE_TOO_OLD'],
  ];
  for (const [query, code] of refused) {
    const { body } = await emulator.search(query, ACME);
    assert.equal(errorCode(body), `changeEventError.${code}`, query);
  }
  const allowed = await emulator.search(`${select} WHERE ${since('2026-10-15')} AND ${until} LIMIT 10`, ACME);
  assert.equal(allowed.status, 200);
});

test('an external edit reaches what is below a campaign, and is told as one in the web interface', async () => {
  const edit = (field: string, value: string, more: object = {}) =>
    emulator.control('POST', 'external-edit', {
      campaign: 'Acme - Prospecting - Emergency plumbing',
      field,
      value,
      ...more,
    });
  const [row] = await emulator.rows(
    `SELECT ad_group.name, ad_group_criterion.keyword.text FROM ad_group_criterion
     WHERE campaign.name = 'Acme - Prospecting - Emergency plumbing' AND ad_group_criterion.negative = FALSE LIMIT 1`,
  );
  const [adGroup, keyword] = [textAt(row, 'adGroup', 'name'), textAt(row, 'adGroupCriterion', 'keyword', 'text')];
  const edits: [field: string, value: string, more: object, type: string][] = [
    ['keyword_status', 'PAUSED', { of: keyword }, 'AD_GROUP_CRITERION'],
    ['ad_group_name', 'Renamed there', { of: adGroup }, 'AD_GROUP'],
    ['ad_group_status', 'PAUSED', { of: 'Renamed there' }, 'AD_GROUP'],
    ['ad_group_bid', '1.5', { of: 'Renamed there' }, 'AD_GROUP'],
    ['first_headline', 'Edited There', { of: 'Renamed there' }, 'AD_GROUP_AD'],
    ['ad_type', 'EXPANDED_TEXT_AD', { of: 'Renamed there' }, 'AD_GROUP_AD'],
    ['negative_keyword_added', 'for nothing', { match_type: 'EXACT' }, 'CAMPAIGN_CRITERION'],
    ['negative_keyword_removed', 'for nothing', {}, 'CAMPAIGN_CRITERION'],
    ['target_cpa', '12.5', {}, 'CAMPAIGN'],
  ];
  for (const [field, value, more, type] of edits) {
    assert.equal((await edit(field, value, more)).status, 200, field);
    const [event] = await emulator.rows(`SELECT ${FIELDS} FROM change_event WHERE ${TODAY} LIMIT 1`);
    assert.equal(at(event, 'changeEvent', 'changeResourceType'), type, field);
    assert.equal(at(event, 'changeEvent', 'clientType'), 'GOOGLE_ADS_WEB_CLIENT');
  }
  const below = ['keyword_status', 'ad_group_name', 'ad_group_status', 'ad_group_bid', 'first_headline', 'ad_type'];
  for (const field of [...below, 'negative_keyword_removed']) {
    assert.equal((await edit(field, 'PAUSED', { of: 'no such thing' })).status, 404, field);
  }
});
