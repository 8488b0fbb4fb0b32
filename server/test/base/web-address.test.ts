import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isTooLong, readAddress } from '../../src/base/web-address.ts';

const SRC = new URL('../../src/', import.meta.url).pathname;
const LONG = '\u4e00'.repeat(300);
const LONGEST_NAME = Array.from({ length: 4 }, () => 'x'.repeat(62)).join('.');

/** Where a parser finds the host in what somebody writes. */
const FOUND = [
  `https://${LONG}`,
  `https://${LONG}/path`,
  `https:${LONG}`,
  `https:/${LONG}`,
  `https:////${LONG}?query`,
  `https:\\\\${LONG}\\path`,
  `https:/\t/\n/${LONG}#fragment`,
  ` ht\ttps://${LONG}`,
  `https://me:password@${LONG}/`,
  `https://${encodeURI(LONG)}/`,
  `//${LONG}`,
  `\0/\n\\${LONG}`,
];

for (const address of FOUND) {
  test(`a host that is longer than one can be is not parsed: ${JSON.stringify(address).slice(0, 30)}`, () => {
    assert.ok(isTooLong(address));
    assert.equal(readAddress(address, 'https://pipes.example/'), null);
  });
}

for (const address of [
  `https://${LONGEST_NAME}.:65535/`,
  `https://pipes.example/${LONG}`,
  `https://pipes.example?${LONG}`,
  `https://pipes.example#${LONG}`,
  `/${LONG}`,
  LONG,
]) {
  test(`any other address is read: ${address.slice(0, 30)}`, () => {
    assert.equal(readAddress(address, 'https://pipes.example/')?.protocol, 'https:');
  });
}

/** Where addresses are parsed that the operator set, or that were made or checked here. */
const OUR_OWN = [
  'adapters/embedded-postgres/database.store.ts',
  'adapters/embedded-postgres/start.ts',
  'adapters/google-ads/oauth.ts',
  'adapters/site-reader/configured.ts',
  'adapters/site-reader/page-order.ts',
  'adapters/site-reader/site-reader.ts',
  'ads/landing-page.ts',
  'base/address-group.ts',
  'base/config-variables.ts',
  'base/web-address.ts',
  'campaigns/create/find-places.ts',
  'campaigns/drafts/kept-sources.ts',
  'campaigns/merge/merge-campaign.ts',
  'copywriting/brand-name.ts',
  'copywriting/own-business.ts',
  'copywriting/page-kinds.ts',
  'copywriting/reading.ts',
  'gate/resource-metadata.ts',
  'identity/oauth/client-documents.ts',
  'identity/oauth/connect-request.ts',
  'identity/oauth/get-connect-request.ts',
  'surfaces/dashboard/dashboard.ts',
  'surfaces/mcp/own-pages.ts',
  'surfaces/oauth/exchanges.ts',
  'surfaces/oauth/library-answers.ts',
  'surfaces/oauth/metadata.ts',
  'surfaces/oauth/resume.ts',
  'websites/writing-room.ts',
];

test('what others write is read by readAddress: a new place that parses addresses is named here, or uses it', () => {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((file) =>
    /\bnew URL\(|\bURL\.(?:parse|canParse)\(|\bz\.(?:url|httpUrl)\(/.test(readFileSync(SRC + file, 'utf8')),
  );
  assert.deepEqual(files.sort(), OUR_OWN);
});
