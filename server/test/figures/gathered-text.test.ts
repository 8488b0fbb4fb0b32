import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { GatheredText } from '../../src/figures/gathered-text.ts';

const LINE = `${'0123456789abcdef'.repeat(62)}\n`;

async function* lines(count: number): AsyncGenerator<string> {
  for (let index = 0; index < count; index += 1) yield `${index} ${LINE}`;
}

test('a long text comes back as it came, in memory and beyond it', async () => {
  const parts = [];
  for await (const line of lines(5_000)) parts.push(line);
  for (const mostInMemory of [0, 600, Infinity]) {
    await using gathered = await GatheredText.of(lines(5_000), mostInMemory);
    let text = '';
    for await (const piece of gathered.pieces()) text += piece;
    assert.equal(text === parts.join(''), true, `${mostInMemory}`);
    assert.deepEqual(filesLeft(), [], 'the file has no name that somebody could open or that could stay');
  }
});

test('a text that breaks off leaves nothing open', async () => {
  async function* broken() {
    yield* lines(5_000);
    throw new Error('the stream broke');
  }
  await assert.rejects(GatheredText.of(broken(), 0), /the stream broke/);
  assert.deepEqual(filesLeft(), []);
});

function filesLeft(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('sluice-figures-'));
}
