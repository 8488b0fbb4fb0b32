import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { packagedChromium } from './packaged-chromium.ts';

/** Where systems put Chromium and Chrome. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What the choice of a browser depends on. */
export interface Machine {
  platform: string;
  arch: string;
  /** The browser that CHROMIUM names. */
  named?: string | undefined;
  isInstalled(path: string): boolean;
}

/** Which browser to use: the packaged one, that of a path, or none for a reason. */
export type Choice = { from: 'package' } | { from: 'CHROMIUM' | 'system'; path: string } | { none: string };

/** The named browser, else the packaged one, which is the same for everybody, else an installed one. */
export function chooseBrowser({ platform, arch, named, isInstalled }: Machine): Choice {
  if (named) return { from: 'CHROMIUM', path: named };
  if (platform === 'linux' && arch === 'x64') return { from: 'package' };
  const path = INSTALLED.find(isInstalled);
  if (path !== undefined) return { from: 'system', path };
  return { none: 'no Chromium was found: install one (on Debian: apt-get install chromium) or name it in CHROMIUM' };
}

/** Starts a browser, or tells why there is none on this machine. */
export async function launchBrowser(): Promise<Browser | string> {
  const choice = chooseBrowser(thisMachine());
  return 'none' in choice ? choice.none : chromium.launch(await optionsFor(choice));
}

/** Says in one line which browser the tests use: its name, its version and where it comes from. */
export async function describeBrowser(): Promise<string> {
  const choice = chooseBrowser(thisMachine());
  if ('none' in choice) return `none, what needs one is skipped: ${choice.none}`;
  const options = await optionsFor(choice);
  const browser = await chromium.launch(options);
  const session = await browser.newBrowserCDPSession();
  const { product } = await session.send('Browser.getVersion');
  await browser.close();
  return `${product.replace('/', ' ')} from ${SOURCES[choice.from]}, ${options.executablePath}`;
}

const SOURCES = {
  package: 'the package @sparticuz/chromium',
  CHROMIUM: 'the variable CHROMIUM',
  system: 'this system',
};

function thisMachine(): Machine {
  const { platform, arch, env } = process;
  return { platform, arch, named: env.CHROMIUM, isInstalled: existsSync };
}

async function optionsFor(choice: Exclude<Choice, { none: string }>): Promise<LaunchOptions> {
  if (choice.from === 'package') return packagedChromium();
  return { executablePath: choice.path, args: ['--no-sandbox'] };
}
