import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseQuery } from '../src/gaql/parser.ts';
import { at, listAt, numberAt, textAt } from '../src/json.ts';
import { ACME, errorCode, INITECH, signIn, TestEmulator } from './client.ts';

let emulator: TestEmulator;
before(async () => {
  emulator = await TestEmulator.start();
});
after(() => emulator.close());

const REFUSED: [query: string, code: string][] = [
  ['FROM campaign', 'EXPECTED_SELECT'],
  ['SELECT campaign.id', 'UNEXPECTED_END_OF_QUERY'],
  ['SELECT campaign.id WHERE campaign.id = 1', 'EXPECTED_FROM'],
  ['SELECT Campaign FROM campaign', 'BAD_FIELD_NAME'],
  ['SELECT campaign.id FROM nothing', 'BAD_RESOURCE_TYPE_IN_FROM_CLAUSE'],
  ['SELECT campaign.nothing FROM campaign', 'UNRECOGNIZED_FIELD'],
  ['SELECT campaign.network_settings FROM campaign', 'PROHIBITED_FIELD_IN_SELECT_CLAUSE'],
  ['SELECT ad_group.id FROM campaign', 'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE'],
  ["SELECT campaign.id FROM campaign WHERE ad_group.name = 'x'", 'PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE'],
  ['SELECT asset.id, metrics.clicks FROM asset', 'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE'],
  ['SELECT asset.id, segments.date FROM asset', 'PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE'],
  ["SELECT campaign.id FROM campaign WHERE campaign.name = 'x", 'STRING_NOT_TERMINATED'],
  ["SELECT campaign.id FROM campaign WHERE campaign.name = 'a\\x'", 'BAD_ESCAPE_SEQUENCE'],
  ["SELECT campaign.id FROM campaign WHERE campaign.name = 'a\nb'", 'PROHIBITED_NEWLINE_IN_STRING'],
  ['SELECT campaign.id FROM campaign WHERE campaign.name ~ 1', 'BAD_SYMBOL'],
  ['SELECT campaign.id FROM campaign WHERE campaign.name IS 1', 'BAD_OPERATOR'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id IN ()', 'PROHIBITED_EMPTY_LIST_IN_CONDITION'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id IN 1', 'EXPECTED_LIST'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id = (1)', 'EXPECTED_SINGLE_VALUE'],
  ['SELECT campaign.id FROM campaign WHERE campaign.id BETWEEN 1, 2', 'EXPECTED_AND'],
  ['SELECT campaign.id FROM campaign WHERE campaign.status = RUNNING', 'BAD_ENUM_CONSTANT'],
  ["SELECT campaign.id FROM campaign WHERE campaign.id = 'x'", 'BAD_NUMBER'],
  ["SELECT campaign.id FROM campaign WHERE campaign.id LIKE '1%'", 'OPERATOR_FIELD_MISMATCH'],
  ['SELECT campaign.id FROM campaign WHERE segments.date = today', 'INVALID_DATE_FORMAT'],
  ["SELECT campaign.id FROM campaign WHERE segments.date = '2026-13-01'", 'INVALID_DATE_FORMAT'],
  ['SELECT campaign.id FROM campaign WHERE segments.date DURING NEXT_WEEK', 'INVALID_VALUE_WITH_DURING_OPERATOR'],
  ['SELECT segments.date, campaign.id FROM campaign', 'EXPECTED_FILTERS_ON_DATE_RANGE'],
  ['SELECT campaign.id FROM campaign ORDER metrics.clicks', 'EXPECTED_BY'],
  ['SELECT campaign.id FROM campaign ORDER BY metrics.clicks', 'EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE'],
  ['SELECT campaign.id FROM campaign LIMIT 0', 'LIMIT_VALUE_TOO_LOW'],
  ['SELECT campaign.id FROM campaign LIMIT many', 'BAD_LIMIT_VALUE'],
  ['SELECT campaign.id FROM campaign PARAMETERS fast = true', 'BAD_PARAMETER_NAME'],
  ['SELECT campaign.id FROM campaign PARAMETERS include_drafts = maybe', 'BAD_PARAMETER_VALUE'],
  ['SELECT campaign.id FROM campaign LIMIT 1 WHERE', 'UNEXPECTED_INPUT'],
];

test("a query that Google would refuse gets Google's queryError", async () => {
  for (const [query, code] of REFUSED) {
    const { status, body } = await emulator.search(query);
    assert.equal(status, 400, query);
    assert.equal(errorCode(body), `queryError.${code}`, query);
  }
});

test('the parser keeps every clause of the grammar', () => {
  const query = parseQuery(
    "SELECT a.b, c.d FROM r WHERE a.b IN ('x', \"y\") AND c.d NOT LIKE 'z%' AND e.f IS NOT NULL AND g.h CONTAINS ANY ('k') ORDER BY a.b DESC, c.d LIMIT 5 PARAMETERS include_drafts = true",
  );
  assert.deepEqual(query.select, ['a.b', 'c.d']);
  assert.deepEqual(
    query.where.map(({ operator }) => operator),
    ['IN', 'NOT LIKE', 'IS NOT NULL', 'CONTAINS ANY'],
  );
  assert.deepEqual(query.orderBy, [
    { field: 'a.b', descending: true },
    { field: 'c.d', descending: false },
  ]);
  assert.equal(query.limit, 5);
  assert.equal(query.parameters.get('include_drafts'), 'true');
});

test('conditions choose rows', async () => {
  const names = async (where: string) => {
    const rows = await emulator.rows(`SELECT campaign.name FROM campaign WHERE ${where} ORDER BY campaign.name`);
    return rows.map((row) => textAt(row, 'campaign', 'name'));
  };
  assert.deepEqual(await names("campaign.name LIKE 'Acme - B%'"), ['Acme - Brand']);
  assert.deepEqual(await names("campaign.name REGEXP_MATCH '.*promo.*'"), ['Spring promo (agency)']);
  assert.deepEqual(await names("campaign.status = 'PAUSED'"), ['Acme - Prospecting - Bathroom remodel']);
  assert.equal((await names("campaign.status NOT IN ('REMOVED')")).length, 6);
  assert.equal((await names('campaign.maximize_conversions.target_cpa_micros IS NULL')).length, 3);
  assert.deepEqual(await names('campaign_budget.amount_micros BETWEEN 40000000 AND 50000000'), [
    'Acme - Prospecting - Water heaters',
  ]);
});

test('rows carry int64 as text, enums by name, camelCase keys and the resource names of what was selected', async () => {
  const [row] = await emulator.rows(
    "SELECT campaign_budget.amount_micros, campaign.status FROM campaign WHERE campaign.name = 'Acme - Brand'",
  );
  assert.equal(at(row, 'campaignBudget', 'amountMicros'), '25000000');
  assert.equal(at(row, 'campaign', 'status'), 'ENABLED');
  assert.match(textAt(row, 'campaign', 'resourceName'), new RegExp(`^customers/${ACME}/campaigns/\\d+$`));
  assert.match(textAt(row, 'campaignBudget', 'resourceName'), /campaignBudgets/);
});

test('pages hold 10,000 rows, pageSize is an error and a page token goes with its query', async () => {
  const query =
    "SELECT segments.date, search_term_view.search_term, metrics.clicks FROM search_term_view WHERE segments.date BETWEEN '2026-08-16' AND '2026-11-13'";
  const first = await emulator.search(query);
  assert.equal(listAt(first.body, 'results').length, 10_000);
  const path = `customers/${ACME}/googleAds:search`;
  const sized = await emulator.call(path, { query, pageSize: 10 });
  assert.equal(errorCode(sized.body), 'requestError.PAGE_SIZE_NOT_SUPPORTED');
  const other = await emulator.call(path, {
    query: `${query} LIMIT 20000`,
    pageToken: textAt(first.body, 'nextPageToken'),
  });
  assert.equal(errorCode(other.body), 'requestError.INVALID_PAGE_TOKEN');
  const unknown = await emulator.call(path, { query, pageToken: 'gone' });
  assert.equal(errorCode(unknown.body), 'requestError.EXPIRED_PAGE_TOKEN');
});

test('searchStream gives the same rows in one answer, and errors inside a list', async () => {
  const query = 'SELECT campaign.id FROM campaign';
  const { body } = await emulator.call(`customers/${ACME}/googleAds:searchStream`, { query });
  const [batch] = Array.isArray(body) ? body : [];
  assert.equal(listAt(batch, 'results').length, 6);
  const failed = await emulator.call(`customers/${ACME}/googleAds:searchStream`, { query: 'SELECT' });
  const [failure] = Array.isArray(failed.body) ? failed.body : [];
  assert.equal(errorCode(failure ?? null), 'queryError.UNEXPECTED_END_OF_QUERY');
});

test('places, languages and clients of a manager can be read', async () => {
  const places = await emulator.rows(
    "SELECT geo_target_constant.id FROM geo_target_constant WHERE geo_target_constant.name = 'Austin'",
  );
  assert.equal(textAt(places[0], 'geoTargetConstant', 'id'), '1026201');
  const suggested = await emulator.call('geoTargetConstants:suggest', { locationNames: { names: ['Round Rock'] } });
  const [first] = listAt(suggested.body, 'geoTargetConstantSuggestions');
  assert.equal(textAt(first, 'geoTargetConstant', 'canonicalName'), 'Round Rock,Texas,United States');
});

test('keyword ideas are what people in the market search for, and a new text has ideas where the market is open', async () => {
  const ideasOf = async (keyword: string, customer: string, token: string) => {
    const request = { keywordSeed: { keywords: [keyword] } };
    const { body } = await emulator.call(`customers/${customer}:generateKeywordIdeas`, request, token);
    return listAt(body, 'results').map((idea): [string, number] => [
      textAt(idea, 'text'),
      numberAt(idea, 'keywordIdeaMetrics', 'avgMonthlySearches'),
    ]);
  };
  const ideas = new Map(await ideasOf('hydro jetting', ACME, emulator.token));
  const truth = (await emulator.control('GET', `ground-truth?customer_id=${ACME}`)).body;
  const unreached = listAt(truth, 'unreached_terms').find((term) => textAt(term, 'term') === 'hydro jetting');
  const searches = numberAt(unreached, 'monthly_searches');
  assert.ok(searches > 100 && Math.abs((ideas.get('hydro jetting') ?? 0) / searches - 1) < 0.25);
  assert.ok(ideas.size > 5 && [...ideas.keys()].every((text) => /hydro|jetting/.test(text)));
  const { accessToken } = await signIn(emulator.url, 'nora@demo.test');
  assert.ok((await ideasOf('crm software', INITECH, accessToken)).length > 5);
});
