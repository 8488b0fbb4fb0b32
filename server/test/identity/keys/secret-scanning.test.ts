import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { suite, test } from 'node:test';
import { statement } from '../../../src/base/database.ts';
import { makeKey } from '../../../src/identity/key-format.ts';
import { revokeApiKey } from '../../../src/identity/keys/revoke-api-key.ts';
import { receiveReport } from '../../../src/identity/keys/secret-scanning.ts';
import { sendEmail } from '../../../src/mail/send-email.task.ts';
import { LetterRefused } from '../../../src/ports/mailer.ts';
import { call, newWorld, refused, type World, workOf } from '../world.ts';

const KEY_ID = 'f9525bf080f75b3506ca1ead061add62b8633a346606dc5fe544e29231c6ee0d';
const host = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const configured = {
  secretScanningKeys: new Map([[KEY_ID, host.publicKey.export({ type: 'spki', format: 'pem' }).toString()]]),
};
const URL = 'https://github.com/acme/site/blob/main/deploy.sh';

function report(findings: unknown, signer = host.privateKey, keyId = KEY_ID) {
  const rawBody = Buffer.from(JSON.stringify(findings));
  const signature = sign('sha256', rawBody, signer).toString('base64');
  return {
    rawBody,
    headers: { 'github-public-key-identifier': keyId, 'github-public-key-signature': signature },
  };
}

function found(token: string, url: string | null = URL) {
  return { token, type: 'sluice_api_key', url, source: 'content' };
}

async function exposedWorld(t: Parameters<typeof newWorld>[0]) {
  const world = await newWorld(t, configured);
  await world.person('olga', 'owner');
  await world.person('otto', 'owner');
  const adam = await world.person('adam', 'admin');
  const key = await world.newKey(adam, ['campaigns:write'], 'Deploy');
  return { world, adam, key };
}

suite('Secret scanning', () => {
  test('reporting is not active until keys of the code host are configured', async (t) => {
    const world = await newWorld(t);
    await refused(receiveReport(report([]), world.services), 'not_found');
  });

  test('a report whose signature is wrong, missing or by an unknown key changes nothing', async (t) => {
    const { world, key } = await exposedWorld(t);
    const good = report([found(key.key)]);
    const forged = [
      report([found(key.key)], stranger.privateKey),
      report([found(key.key)], host.privateKey, 'another'),
      { ...good, rawBody: Buffer.concat([good.rawBody, Buffer.from(' ')]) },
      { ...good, headers: { ...good.headers, 'github-public-key-signature': 'bm90IERFUg==' } },
      { ...good, headers: { 'github-public-key-identifier': KEY_ID } },
      { ...good, headers: {} },
    ];
    for (const each of forged) await refused(receiveReport(each, world.services), 'unauthorized');
    assert.equal(await world.present(key.key), 'works');
    assert.deepEqual(await world.emails(), []);
  });

  test('a body that is not a list of findings is refused', async (t) => {
    const { world } = await exposedWorld(t);
    await refused(receiveReport(report({ token: 'x' }), world.services), 'validation_error');
    await refused(receiveReport(report('x'), world.services), 'validation_error');
  });

  test('an entry that cannot be read does not keep the keys of the others alive', async (t) => {
    const { world, key } = await exposedWorld(t);
    const odd = [{ token: 7, type: 'x' }, null, 'x', {}, { ...found(key.key), type: 'x'.repeat(500), url: 7 }];
    const [only, ...others] = await receiveReport(report(odd), world.services);
    assert.deepEqual([only?.label, others], ['true_positive', []]);
    assert.equal(await world.present(key.key), 'unauthorized');
  });

  test('a key reported as committed to a public repository is revoked immediately', async (t) => {
    const { world, key } = await exposedWorld(t);
    const unknown = makeKey();
    const answer = await receiveReport(report([found(key.key), found(unknown), found('nonsense')]), world.services);
    assert.equal(await world.present(key.key), 'unauthorized');
    const hashed = (token: string) => createHash('sha256').update(token).digest('hex');
    assert.deepEqual(answer, [
      { token_hash: hashed(key.key), token_type: 'sluice_api_key', label: 'true_positive' },
      { token_hash: hashed(unknown), token_type: 'sluice_api_key', label: 'false_positive' },
      { token_hash: hashed('nonsense'), token_type: 'sluice_api_key', label: 'false_positive' },
    ]);
    const reason = statement<[], { revoked_because: string }>('select revoked_because from api_key');
    assert.deepEqual(await world.database.rows(reason), [{ revoked_because: 'exposed' }]);
  });

  test('every Owner is emailed the key name, its last four characters and where it was found', async (t) => {
    const { world, key } = await exposedWorld(t);
    await receiveReport(report([found(key.key), found(key.key, `${URL}#L2`)]), world.services);
    const emails = await world.emails();
    assert.deepEqual(
      emails.map(({ to }) => to),
      ['olga@acme.test', 'otto@acme.test'],
    );
    for (const { subject, text } of emails) {
      assert.ok(subject.includes(key.last_four));
      for (const part of ['Deploy', key.last_four, URL, `${URL}#L2`]) assert.ok(text.includes(part), part);
      assert.equal(text.includes(key.key), false);
    }
  });

  test('the creator is emailed only if an Owner', async (t) => {
    const world = await newWorld(t, configured);
    const olga = await world.person('olga', 'owner');
    const key = await world.newKey(olga);
    await receiveReport(report([found(key.key, null)]), world.services);
    assert.deepEqual(
      (await world.emails()).map(({ to }) => to),
      ['olga@acme.test'],
    );
  });

  test('reporting the same key again sends no second email', async (t) => {
    const { world, key } = await exposedWorld(t);
    const reports = Array.from({ length: 5 }, () => receiveReport(report([found(key.key)]), world.services));
    const answers = await Promise.all(reports);
    answers.push(await receiveReport(report([found(key.key)]), world.services));
    for (const answer of answers) assert.equal(answer[0]?.label, 'true_positive');
    assert.equal((await world.emails()).length, 2);
  });

  test('Owners learn that a key revoked by hand was published too', async (t) => {
    const { world, adam, key } = await exposedWorld(t);
    await call(revokeApiKey, { key_id: key.id }, await world.as(adam));
    await receiveReport(report([found(key.key)]), world.services);
    assert.equal((await world.emails()).length, 2);
  });

  test('the place reported is treated as hostile text', async (t) => {
    const { world, key } = await exposedWorld(t);
    const hostile = `https://x.test/\u202e<a href="y">\r\nBcc: all@acme.test\0${'z'.repeat(5000)}`;
    await receiveReport(report([found(key.key, hostile)]), world.services);
    const [email] = await world.emails();
    assert.ok(email);
    assert.doesNotMatch(email.text, /[\p{Cf}<>\r\0]/u);
    assert.doesNotMatch(email.text, /^Bcc:/m);
    assert.ok(email.text.length < 1200);
  });
});

suite('Sending email', () => {
  const email = { to: 'mia@acme.test', subject: 'Hello', text: 'World' };

  test('a queued email is sent by the mailer', async (t) => {
    const world = await newWorld(t);
    await sendEmail.run(email, null, workOf(world));
    assert.deepEqual(world.sent, [email]);
  });

  test('an email that could not be sent is tried again', async (t) => {
    const world: World = await newWorld(t);
    const mailer = { send: () => Promise.reject(new Error('450 try later')) };
    await assert.rejects(sendEmail.run(email, null, { ...workOf(world), mailer }), { retryable: true });
    assert.ok(sendEmail.retries.attempts > 0);
  });

  test('an email that the mail server refuses for good is not, and says so', async (t) => {
    const world: World = await newWorld(t);
    const mailer = { send: () => Promise.reject(new LetterRefused(new Error('550 no such mailbox'))) };
    const work = { ...workOf(world), mailer };
    await assert.rejects(sendEmail.run(email, null, work), { retryable: false, message: /refuses the email for good/ });
  });
});
