import { PICTURE_LIMITS } from '../image-engine.ts';
import { createKept } from '../kept.ts';
import { type JpegHead, readHead } from './jpeg-segments.ts';
import { expectRoom, markJpeg } from './mark-jpeg.ts';
import { type Layout, type MarkPlan, type PixelMark, planMark } from './mark-plan.ts';
import { expectThat, NotSpoken } from './not-spoken.ts';

/** Cached mark plans: cameras send few layouts. */
const KEPT_LAYOUTS = 32;

/**
 * Marks baseline pictures by changing only the marked blocks; the rest stays as the camera sent it. @param draw draws
 * the mark for a size @returns the picture, or null when it must be decoded as a whole to be marked or checked
 */
export function createJpegMarker(
  draw: (width: number, height: number) => Promise<PixelMark>,
): (bytes: Uint8Array) => Promise<Buffer | null> {
  const planFor = createKept<MarkPlan>(KEPT_LAYOUTS);
  return async (bytes) => {
    const head = spoken(() => readUsual(bytes));
    if (head === null) return null;
    const layout = layoutOf(head);
    const { width, height } = layout;
    const plan = await planFor(Object.values(layout).join(), async () => planMark(await draw(width, height), layout));
    return spoken(() => markJpeg(bytes, head, plan));
  };
}

function readUsual(bytes: Uint8Array): JpegHead {
  const head = readHead(bytes);
  const { width, height } = head;
  expectThat(Math.max(width, height) <= PICTURE_LIMITS.side && width * height <= PICTURE_LIMITS.pixels, 'too large');
  expectRoom(bytes, head);
  return head;
}

function layoutOf({ width, height, components }: JpegHead): Layout {
  const [light] = components;
  return { width, height, across: light?.across ?? 1, down: light?.down ?? 1, components: components.length };
}

/** Null when the work throws `UnsupportedJpegError`. */
function spoken<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotSpoken) return null;
    throw error;
  }
}
