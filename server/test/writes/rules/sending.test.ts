import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Sending } from '../../../src/writes/actions/sending.ts';

/** Notes what it is told, and then fails where that is wanted. */
function notes(failing: { on: boolean } = { on: false }) {
  const noted: boolean[] = [];
  const note = async (tried: boolean) => {
    noted.push(tried);
    if (failing.on && tried) throw new Error('the answer is lost');
  };
  return { noted, note };
}

test('a note of which nobody knows whether it was taken is taken back, because nothing is sent after it', async () => {
  const { noted, note } = notes({ on: true });
  const sending = new Sending(false, note);
  await assert.rejects(sending.begins(), /lost/);
  assert.deepEqual([noted, sending.mayHaveArrived], [[true, false], false]);
});

test('it stays where something was sent before', async () => {
  const failing = { on: false };
  const { noted, note } = notes(failing);
  const sending = new Sending(false, note);
  await sending.begins();
  failing.on = true;
  await assert.rejects(sending.begins(), /lost/);
  await sending.didNothing();
  assert.deepEqual([noted, sending.mayHaveArrived], [[true, true], true]);
});
