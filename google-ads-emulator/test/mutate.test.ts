import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, isObject, type Json, listAt, textAt } from '../src/json.ts';
import type { MutateOperation } from '../src/wire.gen.ts';
import { codeOf, errorCode, INITECH, launch, TestEmulator, texts } from './client.ts';

let emulator: TestEmulator;
let campaign = '';
let adGroup = '';
let budget = '';
before(async () => {
  emulator = await TestEmulator.start({}, 'nora@demo.test');
  const { body } = await emulator.mutate(launch(INITECH, 'Base'), {}, INITECH);
  [budget = '', campaign = '', , , adGroup = ''] = resultNames(body);
});
after(() => emulator.close());

const mutate = (operations: MutateOperation[], options: object = {}) => emulator.mutate(operations, options, INITECH);
const rows = (query: string) => emulator.rows(query, INITECH);

test('a launch is one atomic request with temporary ids', async () => {
  assert.match(campaign, /^customers\/1000000003\/campaigns\/\d+$/);
  const [row] = await rows(
    `SELECT campaign.name, campaign_budget.amount_micros FROM campaign WHERE campaign.resource_name = '${campaign}'`,
  );
  assert.equal(at(row, 'campaignBudget', 'amountMicros'), '40000000');
});

test('when one operation fails, nothing is done and every error is told with its place', async () => {
  const operations = launch(INITECH, 'Half', { ad: { finalUrls: ['initech.example'] } });
  const { status, body } = await mutate(operations);
  assert.equal(status, 400);
  assert.equal(errorCode(body), 'urlFieldError.MISSING_PROTOCOL_IN_FINAL_URL');
  const [detail] = listAt(body, 'error', 'details');
  assert.equal(textAt(detail, '@type'), 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure');
  assert.notEqual(textAt(detail, 'requestId'), '');
  const path = listAt(listAt(detail, 'errors')[0], 'location', 'fieldPathElements');
  assert.deepEqual(path.slice(0, 3), [
    { fieldName: 'mutate_operations', index: 5 },
    { fieldName: 'ad_group_ad_operation' },
    { fieldName: 'create' },
  ]);
  assert.equal((await rows("SELECT campaign.id FROM campaign WHERE campaign.name = 'Half'")).length, 0);
});

test('partial failure keeps what succeeded and answers 200', async () => {
  const { status, body } = await mutate([negative('refund'), negative('a@b')], { partialFailure: true });
  assert.equal(status, 200);
  const [detail] = listAt(body, 'partialFailureError', 'details');
  assert.equal(codeOf(listAt(detail, 'errors')[0]), 'criterionError.KEYWORD_HAS_INVALID_CHARS');
  assert.deepEqual(listAt(body, 'mutateOperationResponses')[1], {});
  const query =
    "SELECT campaign_criterion.criterion_id FROM campaign_criterion WHERE campaign_criterion.keyword.text = 'refund'";
  assert.equal((await rows(query)).length, 1);
});

test('an operation that depends on a failed one is refused as well', async () => {
  const operations = launch(INITECH, 'Base').slice(0, 3);
  const { body } = await mutate(operations, { partialFailure: true });
  const [detail] = listAt(body, 'partialFailureError', 'details');
  const codes = listAt(detail, 'errors').map(codeOf);
  assert.deepEqual(codes, [
    'campaignBudgetError.DUPLICATE_NAME',
    'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS',
    'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS',
  ]);
});

test('a name that no field has is refused before anything is read', async () => {
  const misspelt = {
    mutateOperations: [{ campaignOperation: { update: { resourceName: campaign, nmae: 'x' }, updateMask: 'name' } }],
  };
  const { status, body } = await emulator.call(`customers/${INITECH}/googleAds:mutate`, misspelt);
  assert.equal(status, 400);
  assert.match(
    textAt(body, 'error', 'message'),
    /Unknown name "nmae" at 'mutate_operations\[0\]\.campaign_operation\.update'/,
  );
});

test('validateOnly finds errors and changes nothing', async () => {
  const good = await mutate(launch(INITECH, 'Checked'), { validateOnly: true });
  assert.deepEqual(good, { status: 200, body: {} });
  const bad = await mutate(launch(INITECH, 'Base'), { validateOnly: true });
  assert.equal(bad.status, 400);
  assert.equal((await rows("SELECT campaign.id FROM campaign WHERE campaign.name = 'Checked'")).length, 0);
});

test('an update changes the fields of its mask and nothing else', async () => {
  const update = { resourceName: campaign, name: 'Renamed', status: 'PAUSED' } as const;
  await mutate([{ campaignOperation: { update, updateMask: 'status' } }]);
  const [row] = await rows(
    `SELECT campaign.name, campaign.status FROM campaign WHERE campaign.resource_name = '${campaign}'`,
  );
  assert.deepEqual([at(row, 'campaign', 'name'), at(row, 'campaign', 'status')], ['Base', 'PAUSED']);
  const target = { resourceName: campaign, maximizeConversions: { targetCpaMicros: '28250000' } };
  await mutate([{ campaignOperation: { update: target, updateMask: 'maximize_conversions.target_cpa_micros' } }]);
  const [after] = await rows(
    `SELECT campaign.maximize_conversions.target_cpa_micros FROM campaign WHERE campaign.resource_name = '${campaign}'`,
  );
  assert.equal(at(after, 'campaign', 'maximizeConversions', 'targetCpaMicros'), '28250000');
});

test('adding a keyword that exists updates it instead of failing', async () => {
  const keyword = { text: 'report software', matchType: 'PHRASE' } as const;
  const { body } = await mutate([{ adGroupCriterionOperation: { create: { adGroup, keyword, status: 'PAUSED' } } }]);
  const found = await rows(
    "SELECT ad_group_criterion.status FROM ad_group_criterion WHERE ad_group_criterion.keyword.text = 'report software'",
  );
  assert.deepEqual(
    found.map((row) => at(row, 'adGroupCriterion', 'status')),
    ['PAUSED'],
  );
  assert.equal(resultNames(body)[0], textAt(found[0], 'adGroupCriterion', 'resourceName'));
});

test('a removed campaign frees its name and takes no more changes', async () => {
  const launched = await mutate(launch(INITECH, 'Short lived'));
  const [itsBudget = '', name = ''] = resultNames(launched.body);
  assert.equal((await mutate([{ campaignOperation: { remove: name } }])).status, 200);
  const update = { resourceName: name, status: 'ENABLED' } as const;
  const revived = await mutate([{ campaignOperation: { update, updateMask: 'status' } }]);
  assert.equal(errorCode(revived.body), 'operationAccessDeniedError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE');
  assert.equal((await mutate([{ campaignBudgetOperation: { remove: itsBudget } }])).status, 200);
  assert.equal((await mutate(launch(INITECH, 'Short lived'))).status, 200);
});

const headlines = (count: number, length = 10) =>
  texts(...Array.from({ length: count }, (_, index) => `${index}`.padEnd(length, 'x')));
const ad = (changes: {
  headlines?: { text: string }[];
  descriptions?: { text: string }[];
  path1?: string;
  path2?: string;
}): MutateOperation => ({
  adGroupAdOperation: {
    create: {
      adGroup,
      ad: {
        finalUrls: ['https://a.example/'],
        responsiveSearchAd: { headlines: headlines(3), descriptions: texts('One thing.', 'Another.'), ...changes },
      },
    },
  },
});
const keyword = (text: string): MutateOperation => ({
  adGroupCriterionOperation: { create: { adGroup, keyword: { text, matchType: 'BROAD' } } },
});
const negative = (text: string): MutateOperation => ({
  campaignCriterionOperation: { create: { campaign, negative: true, keyword: { text, matchType: 'EXACT' } } },
});
const budgetOf = (amountMicros: string): MutateOperation => ({
  campaignBudgetOperation: { create: { name: `B ${amountMicros}`, amountMicros } },
});
const sitelink = (sitelinkAsset: object): MutateOperation => ({
  assetOperation: { create: { finalUrls: ['https://a.example/'], sitelinkAsset } },
});
const launchWith = (changes: object) => launch(INITECH, 'Launched', { campaign: JSON.parse(JSON.stringify(changes)) });

const REFUSED: [what: string, operations: () => MutateOperation[], code: string][] = [
  ['fewer than 3 headlines', () => [ad({ headlines: headlines(2) })], 'collectionSizeError.TOO_FEW'],
  ['more than 15 headlines', () => [ad({ headlines: headlines(16) })], 'collectionSizeError.TOO_MANY'],
  ['a headline over 30 characters', () => [ad({ headlines: headlines(3, 31) })], 'stringLengthError.TOO_LONG'],
  ['the same headline twice', () => [ad({ headlines: texts('Same', 'same', 'Other') })], 'assetError.DUPLICATE_ASSET'],
  ['fewer than 2 descriptions', () => [ad({ descriptions: texts('One') })], 'collectionSizeError.TOO_FEW'],
  ['more than 4 descriptions', () => [ad({ descriptions: headlines(5) })], 'collectionSizeError.TOO_MANY'],
  ['a description over 90 characters', () => [ad({ descriptions: headlines(2, 91) })], 'stringLengthError.TOO_LONG'],
  ['a path over 15 characters', () => [ad({ path1: 'x'.repeat(16) })], 'stringLengthError.TOO_LONG'],
  ['a second path without a first', () => [ad({ path2: 'x' })], 'adError.CANNOT_SET_PATH2_WITHOUT_PATH1'],
  [
    'text against policy',
    () => [ad({ headlines: texts('Cheap Viagra', 'Two', 'Three') })],
    'policyFindingError.POLICY_FINDING',
  ],
  ['a keyword over 80 characters', () => [keyword('x'.repeat(81))], 'criterionError.KEYWORD_TEXT_TOO_LONG'],
  ['a keyword of over 10 words', () => [keyword('a b c d e f g h i j k')], 'criterionError.KEYWORD_HAS_TOO_MANY_WORDS'],
  ['a keyword with bad characters', () => [keyword('what?')], 'criterionError.KEYWORD_HAS_INVALID_CHARS'],
  ['an empty keyword', () => [keyword(' ')], 'criterionError.INVALID_KEYWORD_TEXT'],
  [
    'a budget finer than a cent',
    () => [budgetOf('40005000')],
    'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
  ],
  ['a negative budget', () => [budgetOf('-10000')], 'campaignBudgetError.NEGATIVE_MONEY_AMOUNT'],
  ['a budget of nothing', () => [budgetOf('0')], 'campaignBudgetError.MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC'],
  [
    'a target finer than a cent',
    () => launchWith({ maximizeConversions: { targetCpaMicros: '1' } }),
    'biddingError.BID_TOO_MANY_FRACTIONAL_DIGITS',
  ],
  ['a campaign name in use', () => launchWith({ name: 'Base' }), 'campaignError.DUPLICATE_CAMPAIGN_NAME'],
  [
    'no word on political advertising',
    () => launchWith({ containsEuPoliticalAdvertising: undefined }).map(withoutDeclaration),
    'fieldError.REQUIRED',
  ],
  ['a sitelink text over 25', () => [sitelink({ linkText: 'x'.repeat(26) })], 'stringLengthError.TOO_LONG'],
  [
    'a sitelink line over 35',
    () => [sitelink({ linkText: 'x', description1: 'x'.repeat(36), description2: 'y' })],
    'stringLengthError.TOO_LONG',
  ],
  ['one sitelink line alone', () => [sitelink({ linkText: 'x', description1: 'y' })], 'fieldError.REQUIRED'],
  [
    'a callout over 25',
    () => [{ assetOperation: { create: { calloutAsset: { calloutText: 'x'.repeat(26) } } } }],
    'stringLengthError.TOO_LONG',
  ],
  [
    'a positive keyword of a campaign',
    () => [{ campaignCriterionOperation: { create: { campaign, keyword: { text: 'x', matchType: 'EXACT' } } } }],
    'campaignCriterionError.OPERATOR_NOT_SUPPORTED_FOR_CRITERION_TYPE',
  ],
  [
    'an unknown place',
    () => [{ campaignCriterionOperation: { create: { campaign, location: { geoTargetConstant: 'Austin' } } } }],
    'criterionError.INVALID_CRITERION_ID',
  ],
  [
    'a target that is excluded',
    () => [
      {
        campaignCriterionOperation: {
          create: { campaign, negative: true, location: { geoTargetConstant: 'geoTargetConstants/2840' } },
        },
      },
    ],
    'campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE',
  ],
  [
    'a keyword that is excluded',
    () => [
      {
        adGroupCriterionOperation: {
          create: { adGroup, negative: true, keyword: { text: 'reporting tool', matchType: 'EXACT' } },
        },
      },
    ],
    'adGroupCriterionError.CANT_UPDATE_NEGATIVE',
  ],
  [
    'an update without a mask',
    () => [{ campaignOperation: { update: { resourceName: campaign, name: 'x' } } }],
    'fieldMaskError.FIELD_MASK_MISSING',
  ],
  [
    'an unknown field in a mask',
    () => [{ campaignOperation: { update: { resourceName: campaign }, updateMask: 'nothing' } }],
    'fieldMaskError.FIELD_NOT_FOUND',
  ],
  [
    'a mask with subfields',
    () => [{ campaignOperation: { update: { resourceName: campaign }, updateMask: 'maximize_conversions' } }],
    'fieldMaskError.FIELD_HAS_SUBFIELDS',
  ],
  [
    'an immutable field',
    () => [{ campaignOperation: { update: { resourceName: campaign }, updateMask: 'advertising_channel_type' } }],
    'fieldError.IMMUTABLE_FIELD',
  ],
  [
    'removal by update',
    () => [{ campaignOperation: { update: { resourceName: campaign, status: 'REMOVED' }, updateMask: 'status' } }],
    'enumError.ENUM_VALUE_NOT_PERMITTED',
  ],
  [
    'a resource that does not exist',
    () => [{ campaignOperation: { remove: 'customers/1000000003/campaigns/1' } }],
    'mutateError.RESOURCE_NOT_FOUND',
  ],
  [
    'a name of another kind',
    () => [{ campaignOperation: { update: { resourceName: budget, name: 'x' }, updateMask: 'name' } }],
    'requestError.RESOURCE_NAME_MALFORMED',
  ],
  [
    'a budget in use removed',
    () => [{ campaignBudgetOperation: { remove: budget } }],
    'campaignBudgetError.CAMPAIGN_BUDGET_IN_USE',
  ],
  ['one resource changed twice', () => [pause(), pause()], 'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES'],
  [
    'an id chosen by the caller',
    () => [{ adGroupOperation: { create: { resourceName: 'customers/1000000003/adGroups/7', campaign, name: 'x' } } }],
    'newResourceCreationError.CANNOT_SET_ID_FOR_CREATE',
  ],
  [
    'an ad group name in use',
    () => [{ adGroupOperation: { create: { campaign, name: 'First' } } }],
    'adGroupError.DUPLICATE_ADGROUP_NAME',
  ],
  ['an empty operation', () => [{}], 'requestError.OPERATION_REQUIRED'],
  ['no operation', () => [], 'requestError.REQUIRED_FIELD_MISSING'],
  [
    'more than 10,000 operations',
    () => Array.from({ length: 10_001 }, pause),
    'requestError.TOO_MANY_MUTATE_OPERATIONS',
  ],
];

for (const [what, operations, code] of REFUSED) {
  test(`${what} is refused with ${code}`, async () => {
    const { status, body } = await mutate(operations());
    assert.equal(errorCode(body), code);
    assert.equal(status, 400);
  });
}

function pause(): MutateOperation {
  return { campaignOperation: { update: { resourceName: campaign, status: 'PAUSED' }, updateMask: 'status' } };
}

function withoutDeclaration(operation: MutateOperation): MutateOperation {
  if (!operation.campaignOperation?.create) return operation;
  const { containsEuPoliticalAdvertising: _, ...create } = operation.campaignOperation.create;
  return { campaignOperation: { create } };
}

function resultNames(body: Json): string[] {
  return listAt(body, 'mutateOperationResponses').map((response) => {
    const [result] = isObject(response) ? Object.values(response) : [];
    return textAt(result, 'resourceName');
  });
}
