import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { outboxMailer } from '../../src/adapters/outbox-mailer.ts';
import { smtpMailer } from '../../src/adapters/smtp-mailer.ts';

const FROM = 'Sluice <sluice@example.com>';

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
    onRcptTo: ({ address }, _session, done) =>
      done(address.endsWith('@refused.example') ? new Error('no such mailbox') : null),
    onData(stream, { envelope, user }, done) {
      let message = '';
      stream.on('data', (chunk: Buffer) => {
        message += chunk;
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), user, message });
        done();
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

function temporary(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-mail-'));
  t.after(() => rmSync(directory, { recursive: true }));
  return directory;
}
