/** Effect of a mark on pixels: each becomes `(old * keep + add) / 256`; `add` includes half a step for rounding. */
export interface PixelMark {
  /** Pixel indexes in the picture, row by row. */
  readonly pixels: Uint32Array;
  readonly keep: Uint16Array;
  readonly add: Uint16Array;
}

/** For one component: which blocks a mark touches, and how. */
export interface BlockMarks {
  /** Blocks in a row, up to the end of the last MCU. */
  readonly across: number;
  /** By block: its index among the touched ones; -1: untouched. */
  readonly places: Int32Array;
  /** By index: the scale of all samples, which then also share one shift; -1: the samples differ. */
  readonly evenScales: Float32Array;
  /** 64 for each index: a sample around 0 becomes `old * scales + shifts`. */
  readonly scales: Float32Array;
  readonly shifts: Float32Array;
}

/** Size and colour sampling of a picture. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Brightness blocks across and down in an MCU. */
  readonly across: number;
  readonly down: number;
  /** 1: grey. 3: brightness, blue, red. */
  readonly components: number;
}

export interface MarkPlan {
  readonly light: BlockMarks;
  /** For blue and red alike: a mark is grey, it removes colour and adds none. */
  readonly colour: BlockMarks | null;
}

/** A mark arranged by the blocks of pictures of one layout. */
export function planMark(mark: PixelMark, layout: Layout): MarkPlan {
  const { across, down, components } = layout;
  return {
    light: blockMarks(mark, layout, { across, down }, true),
    colour: components === 1 ? null : blockMarks(mark, layout, { across: 1, down: 1 }, false),
  };
}

/** For one touched block: 64 scales, then 64 shifts. */
type Touch = Float32Array;

/** @param inMcu blocks of the component in an MCU */
function blockMarks(
  mark: PixelMark,
  layout: Layout,
  inMcu: Pick<Layout, 'across' | 'down'>,
  isLight: boolean,
): BlockMarks {
  const { width, height } = layout;
  const across = Math.ceil(width / (8 * layout.across)) * inMcu.across;
  const down = Math.ceil(height / (8 * layout.down)) * inMcu.down;
  // Pixels represented by one sample.
  const [stepX, stepY] = [layout.across / inMcu.across, layout.down / inMcu.down];
  const places = new Int32Array(across * down).fill(-1);
  const touches: Touch[] = [];
  for (const [i, pixel] of mark.pixels.entries()) {
    const [keep, add] = [mark.keep[i] ?? 256, mark.add[i] ?? 0];
    const [x, y] = [Math.floor((pixel % width) / stepX), Math.floor(Math.floor(pixel / width) / stepY)];
    const block = (y >> 3) * across + (x >> 3);
    let place = places[block] ?? -1;
    if (place === -1) {
      place = touches.push(untouched()) - 1;
      places[block] = place;
    }
    const touch = touches[place] ?? untouched();
    const at = (y & 7) * 8 + (x & 7);
    // At the right and lower edge a sample may represent fewer.
    const pixels = Math.min(stepX, width - x * stepX) * Math.min(stepY, height - y * stepY);
    touch[at] = (touch[at] ?? 1) - (1 - keep / 256) / pixels;
    if (isLight) touch[64 + at] = (128 * keep + add - 128) / 256 - 128;
  }
  const samples = { across: Math.ceil(width / stepX), down: Math.ceil(height / stepY) };
  for (const [block, place] of places.entries()) {
    const touch = touches[place];
    if (touch === undefined) continue;
    stretch(touch, samples.across - (block % across) * 8, samples.down - Math.floor(block / across) * 8);
  }
  return { across, ...shared(places, touches) };
}

const untouched = (): Touch => new Float32Array(128).fill(1, 0, 64);

/** Samples beyond the edge of the picture are marked like the edge, so that the block stays small when coded. */
function stretch(touch: Touch, across: number, down: number): void {
  if (across >= 8 && down >= 8) return;
  for (let y = 0; y < 8; y += 1) {
    for (let x = 0; x < 8; x += 1) {
      const from = Math.min(y, down - 1) * 8 + Math.min(x, across - 1);
      touch[y * 8 + x] = touch[from] ?? 1;
      touch[64 + y * 8 + x] = touch[64 + from] ?? 0;
    }
  }
}

/** Blocks with an even mark share one entry for each strength: most of the band. */
function shared(places: Int32Array, touches: readonly Touch[]): Omit<BlockMarks, 'across'> {
  const kept: Touch[] = [];
  const even = new Map<string, number>();
  const evenScales: number[] = [];
  const renamed = touches.map((touch) => {
    const name = evenness(touch);
    const known = name === null ? undefined : even.get(name);
    if (known !== undefined) return known;
    const place = kept.push(touch) - 1;
    evenScales.push(name === null ? -1 : (touch[0] ?? 1));
    if (name !== null) even.set(name, place);
    return place;
  });
  const [scales, shifts] = [new Float32Array(kept.length * 64), new Float32Array(kept.length * 64)];
  for (const [i, touch] of kept.entries()) {
    scales.set(touch.subarray(0, 64), i * 64);
    shifts.set(touch.subarray(64), i * 64);
  }
  return {
    places: places.map((place) => renamed[place] ?? -1),
    evenScales: Float32Array.from(evenScales),
    scales,
    shifts,
  };
}

/** Key of the only strength of a block; null: several. */
function evenness(touch: Touch): string | null {
  const [scale, shift] = [touch[0], touch[64]];
  const isSame = touch.every((value, i) => value === (i < 64 ? scale : shift));
  return isSame ? `${scale} ${shift}` : null;
}
