import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { z } from 'zod';
import type { AdAccount } from '../../../src/ports/ad-platform.ts';
import { mutated, refusedAt, ScriptedGoogle } from './scripted-google.ts';

const IDS = ['7~1', '7~2', '7~3'];
const GONE = [
  ['mutateError', 'RESOURCE_NOT_FOUND'],
  ['idError', 'NOT_FOUND'],
  ['operationAccessDeniedError', 'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE'],
  ['contextError', 'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE'],
] as const;
const REMOVALS: Readonly<Record<string, (account: AdAccount) => ReturnType<AdAccount['removeKeywords']>>> = {
  keywords: (account) => account.removeKeywords(IDS),
  'negative keywords': (account) => account.removeNegatives(IDS.map((id) => `campaignCriteria/${id}`)),
};

const sent = z.object({
  partialFailure: z.boolean(),
  mutateOperations: z.array(z.record(z.string(), z.object({ remove: z.string() }))),
});

let google: ScriptedGoogle;
beforeEach(async () => {
  google = await new ScriptedGoogle().start();
});
afterEach(() => google.stop());

/** Of each request what it was to remove; nothing is ever sent that Google could take in part. */
function removed(): string[][] {
  return google.calls.map(({ body }) => {
    const { partialFailure, mutateOperations } = sent.parse(JSON.parse(body));
    assert.equal(partialFailure, false);
    return mutateOperations.flatMap((one) => Object.values(one).map(({ remove }) => remove.split('/').at(-1) ?? ''));
  });
}

for (const [what, remove] of Object.entries(REMOVALS)) {
  for (const [family, code] of GONE) {
    test(`${what}: those that are gone already are left out, and the rest goes as a whole: ${family}.${code}`, async () => {
      google.will(refusedAt([0, family, code], [2, family, code]), mutated('customers/100/campaignCriteria/7~2'));
      const { changed, wrote } = await remove(google.account());
      assert.deepEqual(removed(), [IDS, ['7~2']]);
      assert.equal(changed.length, IDS.length);
      assert.equal(wrote.length, IDS.length);
    });
  }

  test(`${what}: where all are gone, nothing is sent again`, async () => {
    google.will(
      refusedAt(...IDS.map((_, place): [number, string, string] => [place, 'mutateError', 'RESOURCE_NOT_FOUND'])),
    );
    assert.equal((await remove(google.account())).changed.length, IDS.length);
    assert.deepEqual(removed(), [IDS]);
  });

  test(`${what}: one that is declined declines them all`, async () => {
    google.will(refusedAt([0, 'mutateError', 'RESOURCE_NOT_FOUND'], [1, 'criterionError', 'CANNOT_REMOVE']));
    await assert.rejects(remove(google.account()), { reason: 'google_ads_refused', uncertain: false });
    assert.deepEqual(removed(), [IDS]);
  });

  test(`${what}: what passes by itself for one of them is waited out for all`, async () => {
    const names = IDS.map((id) => `customers/100/campaignCriteria/${id}`);
    google.will(refusedAt([2, 'databaseError', 'CONCURRENT_MODIFICATION']), mutated(...names));
    assert.equal((await remove(google.account())).changed.length, IDS.length);
    assert.deepEqual(removed(), [IDS, IDS]);
  });

  test(`${what}: Google is not asked without end`, async () => {
    const one = refusedAt([0, 'mutateError', 'RESOURCE_NOT_FOUND']);
    google.will(one, one, one, one, one, one);
    const many = Array.from({ length: 20 }, (_, nth) => `7~${nth}`);
    const ids = what === 'keywords' ? many : many.map((id) => `campaignCriteria/${id}`);
    const account = google.account();
    const removing = what === 'keywords' ? account.removeKeywords(ids) : account.removeNegatives(ids);
    await assert.rejects(removing, { reason: 'google_ads_refused' });
    assert.equal(google.calls.length, 5);
  });
}
