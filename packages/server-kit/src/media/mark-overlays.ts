import sharp from 'sharp';

/** What a mark does to the pixels it covers: each sample becomes `(old * keep + add) / 256`; `add` includes half a step for rounding. */
export interface PixelMark {
  /** Indexes of the pixels, row by row. */
  readonly pixels: Uint32Array;
  readonly keep: Uint16Array;
  readonly add: Uint16Array;
}

/** Grey values laid over a picture: position, strength (0 to 255) and brightness. */
interface Overlay {
  readonly alpha: Uint8Array;
  readonly grey: number;
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly top: number;
}

const MIN_TEXT_PX = 9;

const escapeTextMarkup = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\u0000-\u001f]/g, ' ');

/**
 * Pixels of a band at the bottom and a pale line across a picture of a size.
 * @param text one line, any characters
 * @param fontFile path of a TrueType font
 */
export async function drawMark(text: string, fontFile: string, width: number, height: number): Promise<PixelMark> {
  return mergeOverlays(await drawOverlays(text, fontFile, width, height), width);
}

async function drawOverlays(
  text: string,
  fontFile: string,
  width: number,
  height: number,
): Promise<readonly Overlay[]> {
  const bandHeight = Math.max(12, Math.min(Math.round(height * 0.06), 40));
  const foot = await drawLine(text, fontFile, width - 8, Math.max(MIN_TEXT_PX, bandHeight - 6), 255);
  const band: Overlay = {
    alpha: new Uint8Array(width * bandHeight).fill(150),
    grey: 0,
    width,
    height: bandHeight,
    left: 0,
    top: Math.max(0, height - bandHeight),
  };
  const overlays = [band, placeOverlay(foot, 4, band.top + Math.floor((bandHeight - foot.height) / 2), width, height)];
  // Across the middle, so that the mark cannot be cropped; a plate picture is too small for it.
  if (height >= 200) {
    const across = await drawLine(text, fontFile, Math.round(width * 0.9), Math.round(height * 0.05), 70);
    overlays.push(placeOverlay(across, Math.round(width * 0.05), Math.round(height * 0.45), width, height));
  }
  return overlays.filter((one) => one.width <= width && one.height <= height);
}

/** Combined effect of the overlays on the pixels of a picture of this width, computed once per size. */
function mergeOverlays(overlays: readonly Overlay[], width: number): PixelMark {
  const touched = new Map<number, { keep: number; add: number }>();
  for (const { alpha, grey, width: across, left, top } of overlays) {
    for (const [at, share] of alpha.entries()) {
      if (share === 0) continue;
      const pixel = (top + Math.floor(at / across)) * width + left + (at % across);
      const before = touched.get(pixel) ?? { keep: 1, add: 0 };
      const rest = 1 - share / 255;
      touched.set(pixel, { keep: before.keep * rest, add: before.add * rest + grey * (share / 255) });
    }
  }
  return {
    pixels: Uint32Array.from(touched.keys()),
    keep: Uint16Array.from([...touched.values()].map(({ keep }) => Math.round(keep * 256))),
    // Half a step more, so that truncation rounds.
    add: Uint16Array.from([...touched.values()].map(({ keep, add }) => limitAdd(keep, Math.round(add * 256) + 128))),
  };
}

/** White on white stays white: the result must not exceed 255. */
const limitAdd = (keep: number, add: number): number => Math.min(add, 65_535 - Math.round(keep * 256) * 255);

function placeOverlay(
  line: Omit<Overlay, 'left' | 'top'>,
  left: number,
  top: number,
  width: number,
  height: number,
): Overlay {
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));
  return { ...line, left: clamp(left, width - line.width), top: clamp(top, height - line.height) };
}

/** White text on transparent ground, within a maximum size; `alpha` is its strength. */
async function drawLine(
  text: string,
  fontFile: string,
  maxWidth: number,
  maxHeight: number,
  alpha: number,
): Promise<Omit<Overlay, 'left' | 'top'>> {
  const share = Math.round((alpha / 255) * 100);
  const drawn = sharp({
    text: {
      text: `<span foreground="#ffffff" alpha="${share}%">${escapeTextMarkup(text)}</span>`,
      fontfile: fontFile,
      font: 'DejaVu Sans',
      rgba: true,
      width: Math.max(8, maxWidth),
      height: Math.max(4, maxHeight),
      wrap: 'none',
    },
  });
  const { data, info } = await drawn.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  return {
    alpha: Uint8Array.from({ length: width * height }, (_, at) => data[at * 4 + 3] ?? 0),
    grey: 255,
    width,
    height,
  };
}
