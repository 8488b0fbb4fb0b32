import assert from 'node:assert/strict';
import { test } from 'node:test';
import { invitationEmail } from '../../../src/identity/invitations/invitation-email.ts';

const LETTER = {
  to: 'new@harbor.test',
  organization: 'Harbor Boats',
  role: 'member',
  inviter: { name: 'Olga Owner', email: 'olga@harbor.test' },
  expiresAt: new Date('2026-03-09T00:00:00Z'),
  appUrl: 'https://sluice.example',
  joinUrl: 'https://sluice.example/join/x',
} as const;

test('an invitation names the organization and who invites, also where a name looks like a host', () => {
  for (const organization of [
    'Harbor Boats',
    'Booking.com',
    'A/B Testing Inc.',
    'Dr. Smith / Partners',
    'Web 2.0: Best @ Home',
    'Hotel: 24/7 e.V.',
  ]) {
    const { subject, text } = invitationEmail({ ...LETTER, organization });
    assert.equal(subject, `Invitation to ${organization} on Sluice`);
    assert.ok(text.startsWith(`Olga Owner (olga@harbor.test) invites you to the organization “${organization}” on`));
  }
});

test('an invitation says nothing of a name that holds an address: what is written there would be a link in our letter', () => {
  for (const address of [
    'https://evil.example/login',
    'HTTP://evil',
    'https:evil.example',
    'http:\\\\evil.example',
    '//evil.example',
    'www.evil.example',
    'evil.example/login',
    'evil.example:443',
    'evil.xn--p1ai/login',
    'evil.b2b/login',
    'evil。example/login',
    'evil．example／login',
    'evil.example⁄login',
    'evil@evil.example',
    'mailto:evil@evil',
    'tel:evil',
    '1.2.3.4/evil',
    '1.2.3.4 evil',
  ]) {
    const name = `URGENT: verify at ${address} now`;
    const inviter = { name, email: 'olga@harbor.test' };
    const { subject, text } = invitationEmail({ ...LETTER, organization: name, inviter });
    assert.equal(subject, 'Invitation to an organization on Sluice');
    assert.ok(text.startsWith('olga@harbor.test invites you to an organization on Sluice, as a Member.'), text);
    assert.ok(!text.includes('evil'), address);
  }
});
