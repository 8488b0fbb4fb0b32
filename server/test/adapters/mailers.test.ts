import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { outboxMailer } from '../../src/adapters/outbox-mailer.ts';
import { smtpMailer } from '../../src/adapters/smtp-mailer.ts';
import { LetterRefused } from '../../src/ports/mailer.ts';

const FROM = 'Sluice <sluice@example.com>';
const SLOW_MS = 1_000;

test('mail is sent through the mail server that is configured, signed in as its address says', async (t) => {
  const { url, received } = await mailServer(t);
  const mailer = smtpMailer({ url, from: FROM });
  await mailer.send({ to: 'owner@example.com', subject: 'Key exposed: “live”', text: 'Line one\nLine two' });
  assert.equal(received.length, 1);
  const [mail] = received;
  assert.deepEqual([mail?.from, mail?.to, mail?.user], ['sluice@example.com', ['owner@example.com'], 'mailer']);
  assert.match(mail?.message ?? '', /^From: Sluice <sluice@example\.com>\r$/m);
  assert.match(mail?.message ?? '', /Line one\r\nLine two/);
});

test('mail that the server does not accept is an error of the sender', async (t) => {
  const { url } = await mailServer(t);
  const mailer = smtpMailer({ url, from: FROM });
  await assert.rejects(mailer.send({ to: 'nobody@refused.example', subject: 'x', text: 'x' }), /no such mailbox/);
});

for (const [address, what] of [
  ['nobody@refused.example', 'an address'],
  ['spam@content.example', 'a content'],
] as const) {
  test(`${what} that the server refuses for good is told from what may pass`, async (t) => {
    const { url } = await mailServer(t);
    const mailer = smtpMailer({ url, from: FROM });
    await assert.rejects(mailer.send({ to: address, subject: 'x', text: 'x' }), LetterRefused);
  });
}

test('an address that is refused for now, a wrong password and a server that is not there may pass', async (t) => {
  const { url } = await mailServer(t);
  const mayPass = async (to: string, server: string) => {
    const mailer = smtpMailer({ url: server, from: FROM });
    await assert.rejects(mailer.send({ to, subject: 'x', text: 'x' }), (error) => !(error instanceof LetterRefused));
  };
  await mayPass('owner@busy.example', url);
  await mayPass('owner@example.com', url.replace('pass%20word', 'other'));
  await mayPass('owner@example.com', 'smtp://127.0.0.1:1');
});

test('a server that never gets to an end of a letter is given up', async (t) => {
  const { url } = await mailServer(t);
  const mailer = smtpMailer({ url, from: FROM, patienceMs: 100 });
  await assert.rejects(mailer.send({ to: 'owner@slow.example', subject: 'x', text: 'x' }), /takes too long/);
});

test('a subject or an address cannot smuggle in a header', async (t) => {
  const { url, received } = await mailServer(t);
  const mailer = smtpMailer({ url, from: FROM });
  await mailer.send({ to: 'owner@example.com', subject: 'Hi\r\nBcc: spy@example.com', text: 'x' });
  assert.deepEqual(received[0]?.to, ['owner@example.com']);
  assert.doesNotMatch(received[0]?.message ?? '', /^Bcc:/m);
});

test('without a mail server each mail becomes a whole file, in the order sent', async (t) => {
  const directory = join(temporary(t), 'outbox');
  const mailer = outboxMailer({ directory, from: FROM, clock: { now: () => Date.UTC(2026, 10, 15, 9, 30) } });
  const subjects = Array.from({ length: 12 }, (_, index) => `Mail ${index}`);
  await Promise.all(subjects.map((subject) => mailer.send({ to: 'owner@example.com', subject, text: 'Hello\n' })));
  const files = readdirSync(directory).sort();
  const contents = files.map((file) => readFileSync(join(directory, file), 'utf8'));
  assert.match(files[0] ?? '', /^2026-11-15T09-30-00\.000Z-000001-[0-9a-f]{8}\.eml$/);
  assert.deepEqual(
    contents.map((text) => /^Subject: (.*)$/m.exec(text)?.[1]),
    subjects,
  );
  assert.match(contents[0] ?? '', /^To: owner@example\.com$/m);
  assert.match(contents[0] ?? '', /^Date: Sun, 15 Nov 2026 09:30:00 \+0000$/m);
  assert.equal(statSync(join(directory, files[0] ?? '')).mode & 0o777, 0o600);
});

interface Received {
  from: string;
  to: string[];
  user: unknown;
  message: string;
}

async function mailServer(t: TestContext): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      done(password === 'pass word' ? null : new Error('wrong password'), { user: username }),
    onRcptTo: ({ address }, _session, done) => answerTo(address, done),
    onData(stream, { envelope, user }, done) {
      let message = '';
      stream.on('data', (chunk: Buffer) => {
        message += chunk;
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), user, message });
        done(envelope.rcptTo.some(({ address }) => address === 'spam@content.example') ? answer(554, 'spam') : null);
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((done) => listening.once('listening', done));
  t.after(() => new Promise<void>((done) => server.close(done)));
  const address = listening.address();
  assert.ok(address !== null && typeof address === 'object');
  return { url: `smtp://mailer:pass%20word@127.0.0.1:${address.port}`, received };
}

function answerTo(address: string, done: (error?: Error | null) => void): void {
  if (address.endsWith('@slow.example')) setTimeout(done, SLOW_MS);
  else if (address.endsWith('@refused.example')) done(answer(550, 'no such mailbox'));
  else if (address.endsWith('@busy.example')) done(answer(450, 'try later'));
  else done();
}

function answer(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function temporary(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-mail-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}
