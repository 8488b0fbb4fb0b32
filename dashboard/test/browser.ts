import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Where systems put Chromium; the packaged one below is built for x64 alone. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts a browser, or tells why there is none on this machine. */
export async function launchBrowser(): Promise<Browser | string> {
  const found = process.env.CHROMIUM ?? INSTALLED.find((path) => existsSync(path));
  if (found) return chromium.launch({ executablePath: found, args: ['--no-sandbox'] });
  if (process.platform === 'linux' && process.arch === 'x64') return launchPackaged();
  return 'no Chromium was found: install one (on Debian: apt-get install chromium) or name it in CHROMIUM';
}

/** The package unpacks its libraries only where it believes itself in a bare container. */
async function launchPackaged(): Promise<Browser> {
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  // The page's security policy is part of what is tested.
  const args = packaged.args.filter((argument) => argument !== '--disable-web-security');
  return chromium.launch({ executablePath: await packaged.executablePath(), args });
}
