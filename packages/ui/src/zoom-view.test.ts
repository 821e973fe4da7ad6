import { describe, expect, test } from 'vitest';
import { FIT_VIEW, panBy, zoomAt } from './zoom-view.ts';

describe('zoom of a picture', () => {
  test('the point under the pointer stays under it', () => {
    const view = zoomAt(FIT_VIEW, 2, { x: 100, y: -40 });
    // Picture point under the pointer before: (100, -40) / 1; after: (100 - x) / scale.
    expect((100 - view.x) / view.scale).toBe(100);
    expect((-40 - view.y) / view.scale).toBe(-40);
  });

  test('never below fitting, never beyond twelve times', () => {
    expect(zoomAt(FIT_VIEW, 0.1)).toEqual(FIT_VIEW);
    expect(zoomAt({ scale: 10, x: 0, y: 0 }, 50).scale).toBe(12);
  });

  test('a picture cannot be dragged out of sight, and a fitting one does not move', () => {
    expect(panBy(FIT_VIEW, 500, 500, { width: 800, height: 600 })).toEqual(FIT_VIEW);
    expect(panBy({ scale: 2, x: 0, y: 0 }, 9999, -9999, { width: 800, height: 600 })).toEqual({
      scale: 2,
      x: 400,
      y: -300,
    });
  });
});
