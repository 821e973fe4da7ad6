// Draws the brand marks of the web app and writes them as small PNG files at the static address of T 7.6
// (`/images/car-brands/{image}`). A mark is two letters drawn for this project on a plain background: no
// manufacturer's logo is copied. Run by hand after a change; the pictures are committed.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { BRAND_MARKS } from '../../apps/portal-web/src/widgets/vehicle/brand-marks.ts';
import { LETTERS } from './letter-strokes.ts';

const SIZE = 36;
const INK = '#f4f6f7';
const GROUND = '#44515a';

function drawLetter(character: string, left: number): string {
  const strokes = LETTERS[character] ?? [];
  return strokes
    .map((points) => {
      const placed = points
        .split(' ')
        .map((point) => point.split(',').map(Number))
        .map(([x = 0, y = 0]) => `${(left + x * 2.6).toFixed(1)},${(9.6 + y * 2.8).toFixed(1)}`)
        .join(' ');
      return `<polyline points="${placed}" fill="none" stroke="${INK}" stroke-width="2.8" stroke-linecap="round" stroke-linejoin="round"/>`;
    })
    .join('');
}

function drawMarkSvg(letters: string): string {
  const [first = '', second = ''] = letters;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 36 36"><rect x="1" y="1" width="34" height="34" rx="8" fill="${GROUND}"/>${drawLetter(first, 5.4)}${drawLetter(second, 20.4)}</svg>`;
}

const target = join(import.meta.dirname, '../../apps/portal-web/public/images/car-brands');
await mkdir(target, { recursive: true });
for (const { image, letters } of BRAND_MARKS.values()) {
  await sharp(Buffer.from(drawMarkSvg(letters)), { density: 96 })
    .resize(SIZE, SIZE)
    .png({ palette: true, colours: 16 })
    .toFile(join(target, image));
}
