import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultOf } from '../../../src/adapters/google-ads/google-fault.ts';

/** Every status that is no success and not the server's own failure. */
const STATUSES = Array.from({ length: 200 }, (_, index) => 300 + index);
/** What was asked for is wrong, or is not there. */
const WRONG = [400, 404, 405, 413, 414, 415];
const OTHERWISE: Record<number, string> = { 401: 'token_expired', 403: 'no_access', 429: 'quota_short' };

test('without a reason of the Ads API only a status that says what is wrong is a no', () => {
  for (const http of STATUSES) {
    const expected = OTHERWISE[http] ?? (WRONG.includes(http) ? 'refused' : 'transient');
    for (const body of ['', '<html>Busy</html>', JSON.stringify({ error: { code: http, message: 'No.' } })]) {
      assert.equal(faultOf(http, body, null).kind, expected, `${http} ${body}`);
    }
  }
});

test('with its reason it is a no, whatever the status', () => {
  const errors = [{ errorCode: { mutateError: 'RESOURCE_NOT_FOUND' }, message: 'Gone.' }];
  const details = [{ '@type': 'type.googleapis.com/google.ads.googleads.v24.errors.GoogleAdsFailure', errors }];
  for (const http of STATUSES.filter((status) => !(status in OTHERWISE))) {
    assert.equal(faultOf(http, JSON.stringify({ error: { code: http, details } }), null).kind, 'refused', String(http));
  }
});
