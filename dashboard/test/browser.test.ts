import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { chooseBrowser, type Machine } from './browser.ts';
import { packagedChromium } from './packaged-chromium.ts';

const everythingInstalled: Machine = { platform: 'linux', arch: 'x64', isInstalled: () => true };
const nothingInstalled: Machine = { ...everythingInstalled, isInstalled: () => false };

test('on Linux for x64 the tests use the packaged browser, whatever is installed', () => {
  for (const machine of [everythingInstalled, nothingInstalled]) {
    assert.deepEqual(chooseBrowser(machine), { from: 'package' });
  }
});

test('on other machines the tests use an installed browser, or say that there is none', () => {
  for (const [platform, arch] of [
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
  ] as const) {
    const found = chooseBrowser({ ...everythingInstalled, platform, arch });
    assert.deepEqual(found, { from: 'system', path: '/usr/bin/chromium-headless-shell' });
    assert.ok('none' in chooseBrowser({ ...nothingInstalled, platform, arch }));
  }
});

test('CHROMIUM names another browser on every machine', () => {
  for (const arch of ['x64', 'arm64']) {
    const choice = chooseBrowser({ ...everythingInstalled, arch, named: '/opt/browser' });
    assert.deepEqual(choice, { from: 'CHROMIUM', path: '/opt/browser' });
  }
});

test('the packaged browser is unpacked whole, once, when several need it at the same time', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-browser-'));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const folder = join(directory, 'unpacked');
  const [first, second] = await Promise.all([packagedChromium(folder), packagedChromium(folder)]);
  assert.equal(first.executablePath, second.executablePath);
  assert.deepEqual(readdirSync(directory), ['unpacked'], 'nothing is left beside it');
  assert.equal(statSync(first.executablePath).mode & 0o100, 0o100);
  const parts = readdirSync(folder, { recursive: true });
  for (const part of ['libnss3.so', 'libGLESv2.so']) {
    assert.ok(
      parts.some((name) => name.toString().endsWith(part)),
      part,
    );
  }
  assert.deepEqual(fontsOf(String(first.env?.FONTCONFIG_FILE)), ['Bold', 'Italic', 'Regular']);
});

/** The styles in the folder that a font configuration names. */
function fontsOf(file: string): string[] {
  const [, folder = ''] = /<dir prefix="relative">(.+)<\/dir>/.exec(readFileSync(file, 'utf8')) ?? [];
  const fonts = readdirSync(join(dirname(file), folder), { recursive: true });
  return fonts.flatMap((name) => /OpenSans-(\w+)\.ttf$/.exec(name.toString())?.[1] ?? []).sort();
}
