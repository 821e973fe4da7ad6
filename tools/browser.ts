import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const root = resolve(import.meta.dirname, '..');

/** The browser for tests and screenshots, with the options Playwright needs. */
export interface Browser {
  executablePath: string;
  args: string[];
}

// Maps use software rendering, so that they work without a graphics card. Everything else bypasses the emulated GPU,
// which costs three times as much (1.9 s of processor time against 0.65 s for sixty scrolled pages). Root cannot use
// the sandbox.
const args = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-compositing',
  '--disable-dev-shm-usage',
];

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * Finds $CHROMIUM, else an installed Chromium or Chrome, else (or when CHROMIUM=npm) the npm browser, unpacked once. A build machine
 * (CI=true) uses the npm browser, whose bytes the lock file fixes: what it has installed is of unknown origin.
 */
export async function findBrowser(isInstalled: (path: string) => boolean = existsSync): Promise<Browser> {
  const requested = process.env.CHROMIUM;
  if (requested === 'npm') return { executablePath: await unpackBrowser(), args };
  if (requested !== undefined && requested !== '') {
    if (!existsSync(requested)) throw new Error(`CHROMIUM says ${requested}, but there is no such file.`);
    return { executablePath: requested, args };
  }
  const own = process.env.CI === 'true' ? undefined : installed.find((path) => isInstalled(path));
  return { executablePath: own ?? (await unpackBrowser()), args };
}

/**
 * Unpacks the npm browser with its libraries and fonts; returns a start script that applies them to the browser only.
 */
async function unpackBrowser(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No browser found: install Chromium or Chrome, or set CHROMIUM to its program file.');
  }
  const packageDir = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')));
  const manifest: unknown = JSON.parse(await readFile(join(packageDir, 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : '0';
  const folder = join(root, '.cache', `browser-${version}`);
  const starter = join(folder, 'start');
  if (existsSync(starter)) return starter;
  const fresh = `${folder}.${process.pid}`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const packed = (name: string): string => join(packageDir, 'bin', name);
  await decompress(packed('chromium.br'), join(fresh, 'chromium'));
  await chmod(join(fresh, 'chromium'), 0o755);
  for (const name of ['al2023', 'swiftshader', 'fonts']) {
    const archive = join(fresh, `${name}.tar`);
    await decompress(packed(`${name}.tar.br`), archive);
    untar(archive, fresh);
    await rm(archive);
  }
  await writeFile(join(fresh, 'varco-fonts.conf'), buildFontConfig(folder));
  await writeFile(join(fresh, 'start'), buildStartScript(folder), { mode: 0o755 });
  // Two test runs may unpack concurrently: the first rename succeeds, the other run uses its result.
  await rename(fresh, folder).catch(async (error: unknown) => {
    await rm(fresh, { recursive: true, force: true });
    if (!existsSync(starter)) throw error;
  });
  return starter;
}

async function decompress(from: string, to: string): Promise<void> {
  await pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

function untar(archive: string, folder: string): void {
  const tar = spawnSync('tar', ['-xf', archive, '-C', folder, '--no-same-owner'], { encoding: 'utf8' });
  if (tar.status !== 0) throw new Error(`The browser could not be unpacked: ${tar.error ?? tar.stderr}`);
}

/** The libraries are visible only to the browser, so that no other program loads them. */
function buildStartScript(folder: string): string {
  return `#!/bin/sh
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}${folder}/lib"
export FONTCONFIG_FILE="${folder}/varco-fonts.conf"
[ -w "\${HOME:-/}" ] || export HOME="\${TMPDIR:-/tmp}"
exec "${folder}/chromium" "$@"
`;
}

/**
 * Font configuration with the fonts of the machine and those of the package: without any font, text would have no
 * height.
 */
function buildFontConfig(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${folder}/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
}
