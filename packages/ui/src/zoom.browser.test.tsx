import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ZoomDialog } from './ZoomDialog.tsx';

const PICTURE = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"/>';

/** Current scale and shift of the picture. */
function view(): { scale: number; x: number; y: number } {
  const moved = document.querySelector('img')?.parentElement?.parentElement;
  const matrix = new DOMMatrix(moved === null || moved === undefined ? '' : getComputedStyle(moved).transform);
  return { scale: matrix.a, x: matrix.e, y: matrix.f };
}

const pane = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[data-zoomed]');
  if (found === null) throw new Error('no pane');
  return found;
};

function finger(type: string, pointerId: number, x: number, y: number): void {
  pane().dispatchEvent(
    new PointerEvent(type, { pointerId, pointerType: 'touch', clientX: x, clientY: y, bubbles: true, buttons: 1 }),
  );
}

async function open(): Promise<void> {
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
    await open();
    const box = pane().getBoundingClientRect();
    const at = { clientX: box.left + box.width / 2 + 50, clientY: box.top + box.height / 2 };
    pane().dispatchEvent(new WheelEvent('wheel', { deltaY: -100, ...at, bubbles: true, cancelable: true }));
    await expect.poll(() => view().scale).toBeCloseTo(1.2);
    expect(view().x).toBeCloseTo(-10);
    finger('pointerdown', 1, 300, 300);
    finger('pointermove', 1, 290, 305);
    await expect.poll(() => view().x).toBeCloseTo(-20);
    finger('pointerup', 1, 290, 305);
    finger('pointermove', 1, 0, 0);
    expect(view().x).toBeCloseTo(-20);
  });

  test('DET-12 two fingers apart zoom in, together zoom out', async () => {
    await open();
    const box = pane().getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    finger('pointerdown', 1, x - 50, y);
    finger('pointerdown', 2, x + 50, y);
    finger('pointermove', 2, x + 150, y);
    await expect.poll(() => view().scale).toBeCloseTo(2);
    finger('pointermove', 2, x + 50, y);
    await expect.poll(() => view().scale).toBeCloseTo(1);
  });

  test('DET-12 keys zoom, move and fit; buttons do the same', async () => {
    await open();
    await userEvent.keyboard('++');
    await expect.poll(() => view().scale).toBeCloseTo(1.96);
    await userEvent.keyboard('{ArrowRight}{ArrowDown}');
    await expect.poll(() => [view().x, view().y]).toEqual([-60, -60]);
    await userEvent.keyboard('-');
    await expect.poll(() => view().scale).toBeCloseTo(1.4);
    await userEvent.keyboard('0');
    await expect.poll(view).toEqual({ scale: 1, x: 0, y: 0 });
    await userEvent.click(page.getByRole('button', { name: 'In' }));
    await expect.poll(() => view().scale).toBeCloseTo(1.4);
    await userEvent.click(page.getByRole('button', { name: 'Fit' }));
    await expect.poll(() => view().scale).toBe(1);
  });
});
