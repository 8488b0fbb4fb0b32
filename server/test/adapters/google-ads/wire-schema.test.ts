import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkWire } from './wire-schema.ts';

test('a message as Google documents it passes', () => {
  const failure = {
    '@type': 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure',
    errors: [{ errorCode: { quotaError: 'RESOURCE_EXHAUSTED' }, message: 'Too many requests.' }],
    requestId: 'abc',
  };
  assert.deepEqual(checkWire('ErrorBody', { error: { code: 429, message: 'x', details: [failure] } }), []);
  assert.deepEqual(checkWire('CampaignBudget', { amountMicros: '40000000', explicitlyShared: false }), []);
});

test('every kind of violation is listed with its place', () => {
  const violations = checkWire('MutateGoogleAdsRequest', {
    mutateOperations: [
      { campaignOperation: { create: { status: 'LIVE', id: 7, nom: 'x', finalUrlSuffix: null }, updateMask: 'a b' } },
    ],
    partialFailure: 'yes',
  });
  assert.deepEqual(violations, [
    'MutateGoogleAdsRequest.mutateOperations[0].campaignOperation.create.status: "LIVE" is no CampaignStatus',
    'MutateGoogleAdsRequest.mutateOperations[0].campaignOperation.create.id: expected int64, got 7',
    'MutateGoogleAdsRequest.mutateOperations[0].campaignOperation.create.nom: unknown key',
    'MutateGoogleAdsRequest.mutateOperations[0].campaignOperation.create.finalUrlSuffix: expected string, got null',
    'MutateGoogleAdsRequest.mutateOperations[0].campaignOperation.updateMask: expected mask, got "a b"',
    'MutateGoogleAdsRequest.partialFailure: expected bool, got "yes"',
  ]);
});

test('an error inside a google.protobuf.Any is found too', () => {
  const failure = { '@type': 'type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure', oops: 1 };
  assert.deepEqual(checkWire('RpcStatus', { details: [failure, {}] }), [
    'RpcStatus.details[0].oops: unknown key',
    'RpcStatus.details[1]: no @type',
  ]);
});
