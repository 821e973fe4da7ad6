import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createTransit } from '../../../../test/create-transit.ts';
import { eventually } from '../../../../test/eventually.ts';
import { renderResults } from '../../../../test/result-harness.tsx';
import { setHistogramOpen, usePreferences } from '../../../lib/preferences/preferences.store.ts';

const strip = page.getByRole('region', { name: 'Transiti nel tempo' });
const bars = page.getByRole('slider', { name: 'Transiti nel tempo' });
const render = (more: Parameters<typeof renderResults>[1] = {}) =>
  renderResults([[createTransit(1)], [createTransit(2)]], { hasHistogram: true, ...more });
/** The whole of the test plants: 276 transits a day, over seven days, but for the first three hours. */
const WHOLE = 'almeno 3.858 transiti, il resto non è stato contato in tempo, una barra all’ora';

const getBox = (): DOMRect => bars.element().getBoundingClientRect();
const countHistograms = async ({ readCalls }: Awaited<ReturnType<typeof render>>): Promise<number> =>
  (await readCalls(1)).filter(({ route }) => route === 'POST /api/v2/lpr/histogram').length;

/** Presses, moves and releases at shares of the width, as a mouse does. */
async function drag(from: number, to: number): Promise<void> {
  const box = getBox();
  const send = (type: string, share: number): void => {
    const at = {
      clientX: box.left + share * box.width,
      clientY: box.top + 10,
      pointerId: 1,
      isPrimary: true,
      button: 0,
    };
    bars.element().dispatchEvent(new PointerEvent(type, { ...at, bubbles: true }));
  };
  send('pointermove', from);
  send('pointerdown', from);
  send('pointermove', (from + to) / 2);
  send('pointermove', to);
  send('pointerup', to);
}
const lastPeriod = (searches: readonly { f_startTime?: string | undefined; f_endTime?: string | undefined }[]) => {
  const last = searches.at(-1);
  return [last?.f_startTime, last?.f_endTime];
};

describe('the strip of transits over time', () => {
  test('sums the plants once the rows are there, and says what was not counted', async () => {
    const result = await render();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    expect(bars.element().getAttribute('aria-valuetext')).toContain('14/11/2026 00:00 – 21/11/2026 00:00');
    expect(await countHistograms(result)).toBe(1);
  });

  test('its height is the same before and after the plants count, so that no row moves', async () => {
    await render({ width: 1280 });
    const top = (): number | undefined => document.querySelector('[id^=lpr-row-]')?.getBoundingClientRect().top;
    const before = top();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    expect(top()).toBe(before);
    expect(strip.element().getBoundingClientRect().height).toBe(76);
  });

  test('a drag searches in its period, keeps the whole in sight and asks no plant again', async () => {
    const result = await render();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    await drag(24.5 / 168, 47.5 / 168);
    await eventually(() =>
      expect(lastPeriod(result.searches)).toEqual(['2026-11-14T23:00:00.000Z', '2026-11-15T22:59:59.999Z']),
    );
    await expect.element(strip.getByText('15/11/2026 00:00 – 16/11/2026 00:00: 552 transiti')).toBeVisible();
    await expect.element(bars).toHaveAttribute('aria-valuenow', '47');
    // One of its ends.
    await drag(48 / 168, 71.5 / 168);
    await eventually(() => expect(lastPeriod(result.searches)[1]).toBe('2026-11-16T22:59:59.999Z'));
    expect(lastPeriod(result.searches)[0]).toBe('2026-11-14T23:00:00.000Z');
    await userEvent.click(page.getByRole('button', { name: 'Togli il periodo scelto' }));
    await eventually(() =>
      expect(lastPeriod(result.searches)).toEqual(['2026-11-13T23:00:00.000Z', '2026-11-20T22:59:59.999Z']),
    );
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
  });

  test('a chosen period can be counted anew', async () => {
    const result = await render();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    await drag(24.5 / 168, 47.5 / 168);
    await eventually(() => expect(result.searches).toHaveLength(4));
    expect(await countHistograms(result)).toBe(1);
    await userEvent.click(page.getByRole('button', { name: 'Mostra solo il periodo scelto, più in dettaglio' }));
    await eventually(async () => expect(await countHistograms(result)).toBe(2));
  });

  test('a click jumps: the list goes from there back', async () => {
    const result = await render();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    await drag(95.5 / 168, 95.5 / 168);
    await eventually(() =>
      expect(lastPeriod(result.searches)).toEqual(['2026-11-13T23:00:00.000Z', '2026-11-17T22:59:59.999Z']),
    );
  });

  test('the bar under the pointer says its period and number', async () => {
    await render();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    const box = getBox();
    await userEvent.hover(bars, { position: { x: (box.width * 33.5) / 168, y: 10 } });
    await expect.element(strip.getByText('15/11/2026 09:00 – 10:00: 18 transiti')).toBeVisible();
    await userEvent.hover(page.getByRole('button', { name: 'Nascondi i transiti nel tempo' }));
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
  });

  test('the keyboard moves, widens, searches, jumps and gives up', async () => {
    const result = await render();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    bars.element().focus();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(bars).toHaveAttribute('aria-valuetext', '20/11/2026 22:00 – 23:00: 44 transiti');
    await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}');
    await expect.element(bars).toHaveAttribute('aria-valuetext', '20/11/2026 20:00 – 23:00: 126 transiti');
    await userEvent.keyboard('{Escape}');
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    expect(result.searches).toHaveLength(2);
    await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}{Enter}');
    await eventually(() =>
      expect(lastPeriod(result.searches)).toEqual(['2026-11-13T23:00:00.000Z', '2026-11-14T00:59:59.999Z']),
    );
    await expect.element(strip.getByText('14/11/2026 00:00 – 02:00: non contati: richiede troppo tempo')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(lastPeriod(result.searches)[1]).toBe('2026-11-20T22:59:59.999Z'));
    await userEvent.keyboard('{PageDown}{PageDown} ');
    await eventually(() => expect(lastPeriod(result.searches)[1]).toBe('2026-11-20T12:59:59.999Z'));
  });

  test('a plant that does not count is named, and the others are shown', async () => {
    const result = await render();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    await result.setMode(2, 'fail');
    result.search({ noUnknown: true });
    await expect
      .element(strip.getByText('almeno 1.929 transiti, il resto non è stato contato in tempo, una barra all’ora'))
      .toBeVisible();
    await expect.element(strip.getByRole('status')).toHaveTextContent('1 impianto non contato: Forlì Sud');
  });

  test('a plant that shows a last part of its archive only is named with its first day', async () => {
    const result = await render();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    await result.setMode(2, 'limited');
    result.search({ noUnknown: true });
    const notice = strip.getByText('ricerca limitata nel tempo: Forlì Sud dal 19/11/2026', { exact: true });
    await expect.element(notice).toBeVisible();
    await result.setMode(2, 'ok');
    result.search({ noUnknown: false });
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
  });

  test('folded away it asks nobody, and opened again it does', async () => {
    const result = await render();
    await expect.element(strip.getByText(WHOLE)).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Nascondi i transiti nel tempo' }));
    await expect.element(strip).not.toBeInTheDocument();
    expect(usePreferences.getState().histogramOpen).toBe(false);
    result.search({ noUnknown: true });
    await eventually(() => expect(result.searches).toHaveLength(4));
    expect(await countHistograms(result)).toBe(1);
    setHistogramOpen(true);
    await eventually(async () => expect(await countHistograms(result)).toBe(2));
  });

  test('an owner is asked of the ministry once, so there is no strip', async () => {
    const result = await render({ filter: { plate: 'RSSMRA80A01H501U' } });
    await expect.element(page.getByRole('grid')).toBeVisible();
    await expect.element(strip).not.toBeInTheDocument();
    expect(await countHistograms(result)).toBe(0);
  });
});
