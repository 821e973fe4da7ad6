import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ZoomDialog } from './ZoomDialog.tsx';

const PICTURE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>';

/** Current scale and shift of the picture. */
function readView(): { scale: number; x: number; y: number } {
  const moved = document.querySelector('img')?.parentElement?.parentElement;
  const matrix = new DOMMatrix(moved === null || moved === undefined ? '' : getComputedStyle(moved).transform);
  return { scale: matrix.a, x: matrix.e, y: matrix.f };
}

const getPane = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[data-zoomed]');
  if (found === null) throw new Error('no pane');
  return found;
};

function dispatchFinger(type: string, pointerId: number, x: number, y: number): void {
  getPane().dispatchEvent(
    new PointerEvent(type, { pointerId, pointerType: 'touch', clientX: x, clientY: y, bubbles: true, buttons: 1 }),
  );
}

async function openDialog(): Promise<void> {
  // The browser cannot capture synthetic pointers.
  HTMLElement.prototype.setPointerCapture = () => undefined;
  await render(
    <MantineProvider>
      <ZoomDialog
        isOpen
        onClose={() => undefined}
        title="GK508RB"
        src={PICTURE}
        alt="Picture"
        missingText="None"
        labels={{ zoomIn: 'In', zoomOut: 'Out', fit: 'Fit', close: 'Close' }}
      />
    </MantineProvider>,
  );
  await expect.element(page.getByRole('img', { name: 'Picture' })).toBeVisible();
}

describe('a picture over the screen', () => {
  test('DET-12 the wheel zooms under the pointer, dragging moves what is larger than the window', async () => {
    await openDialog();
    const box = getPane().getBoundingClientRect();
    const at = { clientX: box.left + box.width / 2 + 50, clientY: box.top + box.height / 2 };
    getPane().dispatchEvent(new WheelEvent('wheel', { deltaY: -100, ...at, bubbles: true, cancelable: true }));
    await expect.poll(() => readView().scale).toBeCloseTo(1.2);
    expect(readView().x).toBeCloseTo(-10);
    dispatchFinger('pointerdown', 1, 300, 300);
    dispatchFinger('pointermove', 1, 290, 305);
    await expect.poll(() => readView().x).toBeCloseTo(-20);
    dispatchFinger('pointerup', 1, 290, 305);
    dispatchFinger('pointermove', 1, 0, 0);
    expect(readView().x).toBeCloseTo(-20);
  });

  test('DET-12 two fingers apart zoom in, together zoom out', async () => {
    await openDialog();
    const box = getPane().getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    dispatchFinger('pointerdown', 1, x - 50, y);
    dispatchFinger('pointerdown', 2, x + 50, y);
    dispatchFinger('pointermove', 2, x + 150, y);
    await expect.poll(() => readView().scale).toBeCloseTo(2);
    dispatchFinger('pointermove', 2, x + 50, y);
    await expect.poll(() => readView().scale).toBeCloseTo(1);
  });

  test('DET-12 keys zoom, move and fit; buttons do the same', async () => {
    await openDialog();
    await userEvent.keyboard('++');
    await expect.poll(() => readView().scale).toBeCloseTo(1.96);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.poll(() => [readView().x, readView().y]).toEqual([-60, -60]);
    await userEvent.keyboard('-');
    await expect.poll(() => readView().scale).toBeCloseTo(1.4);
    await userEvent.keyboard('0');
    await expect.poll(readView).toEqual({ scale: 1, x: 0, y: 0 });
    await userEvent.click(page.getByRole('button', { name: 'In' }));
    await expect.poll(() => readView().scale).toBeCloseTo(1.4);
    await userEvent.click(page.getByRole('button', { name: 'Fit' }));
    await expect.poll(() => readView().scale).toBe(1);
  });
});
