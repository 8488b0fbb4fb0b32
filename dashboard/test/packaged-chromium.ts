import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LaunchOptions } from 'playwright-core';

/** Beside the package: a newer one comes with nothing unpacked, and nothing stays in the temporary directory. */
const UNPACKED = fileURLToPath(new URL('../../unpacked', import.meta.resolve('@sparticuz/chromium')));
const UNPACK = join(import.meta.dirname, 'unpack-chromium.ts');

/** What the package recommends besides is for a service in a bare container: pages of a second context hang with it. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none'];

/** The package's own names a fixed folder in /tmp, and without fonts the browser dies. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The packaged browser, unpacked where it is not yet; built for Linux on x64 alone. */
export async function packagedChromium(folder = UNPACKED): Promise<LaunchOptions & { executablePath: string }> {
  if (!existsSync(folder)) await unpackTo(folder);
  return {
    executablePath: join(folder, 'chromium'),
    args: ARGUMENTS,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  };
}

/** Of several that unpack at once the first moves its copy into place: nobody runs a program that is being written. */
async function unpackTo(folder: string): Promise<void> {
  const half = mkdtempSync(`${folder}-`);
  try {
    await unpackInto(half);
    writeFileSync(join(half, 'fonts.conf'), FONTS_CONF);
    renameSync(half, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

/** The package unpacks into the temporary directory, with its libraries only where it believes itself in such a container. */
async function unpackInto(directory: string): Promise<void> {
  const env = { ...process.env, TMPDIR: directory, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
  const child = spawn(process.execPath, [UNPACK], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the packaged Chromium could not be unpacked: ${signal ?? `exit code ${code}`}`);
}
