import assert from 'node:assert/strict';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ConfigError, loadConfig } from '../../src/base/config.ts';
import { VARIABLES } from '../../src/base/config-variables.ts';
import { masterKeys } from '../../src/base/master-keys.ts';

test('without any variable the demo runs on port 3000, on this machine only', () => {
  const config = loadConfig({});
  assert.deepEqual(
    [config.port, config.host, config.demo, config.databaseUrl, config.dataDir, config.emulatorPort],
    [3000, '127.0.0.1', true, undefined, '.data', 3001],
  );
  assert.deepEqual(
    [config.publicUrl, config.baseUrl, config.mcpUrl, config.authUrl, config.appUrl],
    [
      'http://localhost:3000',
      'http://localhost:3000/v1',
      'http://localhost:3000',
      'http://localhost:3000',
      'http://localhost:3000',
    ],
  );
  assert.deepEqual(
    [config.rateLimitPerMinute, config.dailyWriteQuota, config.trustedProxies, config.taskConcurrency],
    [300, 1000, 0, 4],
  );
  assert.deepEqual(config.googleAds, { clientId: '', clientSecret: '' });
});

test('with a database of its own the service listens everywhere and shows no demo unless asked', () => {
  const DATABASE_URL = 'postgres://u:p@db.internal/sluice';
  const production = loadConfig({ DATABASE_URL });
  assert.deepEqual([production.demo, production.host], [false, '0.0.0.0']);
  const demo = loadConfig({ DATABASE_URL, DEMO: 'on' });
  assert.deepEqual([demo.demo, demo.host], [true, '127.0.0.1']);
  assert.equal(loadConfig({ DEMO: 'off' }).demo, false);
});

test('each of the four addresses can be set on its own, and trailing slashes are removed', () => {
  const config = loadConfig({
    PUBLIC_URL: 'https://sluice.example/',
    BASE_URL: 'https://api.sluice.example/v1//',
    APP_URL: 'https://app.sluice.example',
  });
  assert.equal(config.publicUrl, 'https://sluice.example');
  assert.equal(config.baseUrl, 'https://api.sluice.example/v1');
  assert.equal(config.appUrl, 'https://app.sluice.example');
  assert.equal(config.mcpUrl, 'https://sluice.example');
  assert.equal(loadConfig({ PORT: '8080' }).baseUrl, 'http://localhost:8080/v1');
});

test('the operations that Google allows a day are a number or unlimited', () => {
  const operations = (GOOGLE_ADS_DAILY_OPERATIONS: string) =>
    loadConfig({ GOOGLE_ADS_DAILY_OPERATIONS }).googleAds.dailyOperations;
  assert.equal(operations('2880'), 2880);
  assert.equal(operations('unlimited'), null);
  assert.equal(operations(''), undefined);
  assert.throws(() => operations('0'), ConfigError);
});

test('a bad value stops the start with one message that names every bad variable and repeats no value', () => {
  const bad = {
    PORT: '70000',
    PUBLIC_URL: 'sluice.example',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    DEMO: 'maybe',
    LOG_LEVEL: 'loud',
    RATE_LIMIT_PER_MINUTE: '0',
    DAILY_WRITE_QUOTA: '-1',
    TASK_CONCURRENCY: '1.5',
    SMTP_URL: 'mail.example',
    ALLOW_PRIVATE_HOSTS: 'localhost',
    MASTER_KEYS: 'a:c2hvcnQ=',
    SECRET_SCANNING_KEYS: '/no/such/file',
    GOOGLE_ADS_API_VERSION: '25',
    GOOGLE_ADS_DAILY_OPERATIONS: 'many',
  };
  assert.throws(
    () => loadConfig(bad),
    (error) => {
      assert.ok(error instanceof ConfigError);
      for (const name of Object.keys(bad)) assert.match(error.message, new RegExp(`^  ${name} must`, 'm'));
      assert.doesNotMatch(error.message, /hunter2|c2hvcnQ/);
      return true;
    },
  );
});

test('a variable that is set but empty counts as not set, and variables of others are ignored', () => {
  const config = loadConfig({ PORT: '', DATABASE_URL: ' ', PATH: '/bin', npm_config_x: 'y' });
  assert.deepEqual([config.port, config.databaseUrl], [3000, undefined]);
});

test('the code host’s keys may be given as JSON or as the path of a file', (t) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const json = JSON.stringify({ abc123: pem });
  const file = join(temporary(t), 'keys.json');
  writeFileSync(file, json);
  for (const SECRET_SCANNING_KEYS of [json, file]) {
    assert.deepEqual([...loadConfig({ SECRET_SCANNING_KEYS }).secretScanningKeys], [['abc123', pem]]);
  }
  assert.throws(() => loadConfig({ SECRET_SCANNING_KEYS: '{"a":"not a key"}' }), /SECRET_SCANNING_KEYS must/);
});

test('the first master key encrypts, and all of them can decrypt', () => {
  const [fresh, old] = [randomBytes(32), randomBytes(32)];
  const MASTER_KEYS = `2026:${fresh.toString('base64')}, 2025:${old.toString('base64')}`;
  const ring = masterKeys(loadConfig({ MASTER_KEYS }));
  assert.equal(ring.current, '2026');
  assert.deepEqual(
    [...ring.keys],
    [
      ['2026', fresh],
      ['2025', old],
    ],
  );
});

test('without master keys a key file is made once, readable by its owner only', (t) => {
  const config = loadConfig({ DATA_DIR: join(temporary(t), 'data') });
  const ring = masterKeys(config);
  assert.deepEqual(masterKeys(config), ring);
  assert.equal(ring.keys.get(ring.current)?.length, 32);
  const file = join(config.dataDir, 'master.keys');
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.match(readFileSync(file, 'utf8'), /^first:/);
});

test('Google’s addresses are overridden one by one', () => {
  const { googleAds } = loadConfig({
    GOOGLE_ADS_CLIENT_ID: 'id',
    GOOGLE_ADS_CLIENT_SECRET: 'secret',
    GOOGLE_ADS_API_URL: 'http://localhost:9000/',
    GOOGLE_ADS_API_VERSION: 'v26',
  });
  assert.deepEqual(googleAds, {
    clientId: 'id',
    clientSecret: 'secret',
    apiBaseUrl: 'http://localhost:9000',
    apiVersion: 'v26',
  });
});

test('every variable is described, for the table in the README', () => {
  assert.ok(VARIABLES.length > 25);
  for (const { name, meaning } of VARIABLES) assert.match(meaning, /\.$/, name);
});

function temporary(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-config-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}
