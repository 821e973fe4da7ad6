// Draws the flags of the nations whose plates are known to the language files and writes them as small PNG files at
// the static address of T 7.6 (`/images/flags/flag_{nation}.png`). Run by hand after a change; the pictures are
// committed. Coats of arms are omitted: they would be illegible at 18 x 12 px, and the nation's name is always shown
// next to the flag.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { FLAGS, buildFlagSvg } from './flag-drawings.ts';

const target = join(import.meta.dirname, '../../apps/portal-web/public/images/flags');
await mkdir(target, { recursive: true });
for (const [code, parts] of Object.entries(FLAGS)) {
  const svg = Buffer.from(buildFlagSvg(parts));
  await sharp(svg, { density: 96 })
    .resize(54, 36)
    .png({ palette: true, colours: 32 })
    .toFile(join(target, `flag_${code}.png`));
}
