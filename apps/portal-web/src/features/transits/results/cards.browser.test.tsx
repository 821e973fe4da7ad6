import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createTransit } from '../../../../test/create-transit.ts';
import { renderResults } from '../../../../test/result-harness.tsx';
import { setResultView } from '../../../lib/preferences/preferences.store.ts';
import { ViewToggle } from './ViewToggle.tsx';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { render } from 'vitest-browser-react';
import { eventually } from '../../../../test/eventually.ts';

const getCard = (key: string): HTMLElement => {
  const found = document.getElementById(`lpr-grid-${key}`);
  if (found === null) throw new Error(`no card ${key}`);
  return found;
};
const twelveTransits = Array.from({ length: 12 }, (_, index) => createTransit(index + 1));

async function renderCards(
  rows: Parameters<typeof renderResults>[0],
  options: Parameters<typeof renderResults>[1] = {},
): ReturnType<typeof renderResults> {
  const results = await renderResults(rows, options);
  setResultView('grid');
  await eventually(() => expect(document.querySelector('[id^=lpr-grid-]')).not.toBeNull());
  return results;
}

/** Number of cards in the first row. */
function countCardsInFirstRow(): number {
  const tops = [...document.querySelectorAll('[id^=lpr-grid-]')].map((one) => one.getBoundingClientRect().top);
  return tops.filter((top) => top === tops[0]).length;
}

describe('grid of cards', () => {
  test.each([
    [500, 1],
    [640, 2],
    [960, 3],
    [1280, 4],
    [1900, 4],
  ])('GRID-01 %i px wide: %i columns', async (width, columns) => {
    await renderCards([twelveTransits, []], { width });
    await eventually(() => expect(countCardsInFirstRow()).toBe(columns));
    const list = document.querySelector('[data-density=cards]');
    expect(list?.scrollWidth).toBe(list?.clientWidth);
  });

  test('GRID-02 GRID-05 TBL-23 a card gives plate, time, plant, gate, and brand with model', async () => {
    await renderCards([[createTransit(1)], []]);
    const one = getCard('1-1');
    await expect.element(page.elementLocator(one).getByRole('img', { name: 'Targa GK001RB, Italia' })).toBeVisible();
    expect(one.querySelector('time')?.textContent).toBe('13:59:00');
    expect(one.querySelector('time')?.title).toBe('20/11/2026 13:59:00 Europe/Rome');
    expect(one.textContent).toContain('Cesena Cintura · V03 Via Emilia ovest');
    expect(one.textContent).toContain('FIAT Tipo');
    expect(one.querySelector('img[src="/images/car-brands/fiat.png"]')).not.toBeNull();
  });

  test.each([
    [{ assicurata: 'si', revisionata: 'no', rubata: 'no', allarme: 'no' }, ['SI', 'NO', 'no', 'no']],
    [{ assicurata: 'xx', revisionata: '--', rubata: 'si', allarme: 'si' }, ['N.S.', '—', 'RUB.', 'BL']],
    [{ assicurata: '<x>', revisionata: '<!>', rubata: '/', allarme: 'pn' }, ['LIC.', 'CONG.', '—', 'PN']],
    [{ assicurata: '**', revisionata: '**', rubata: '**', allarme: '**' }, ['OSC.', 'OSC.', 'OSC.', 'OSC.']],
  ] as const)('GRID-03 the boxes Ass., Rev., Rub. and Blk. follow the alert values %o', async (values, shown) => {
    await renderCards([[createTransit(1, values)], []]);
    const boxes = [...getCard('1-1').querySelectorAll('dl > div')];
    expect(boxes.map((box) => box.querySelector('dt')?.textContent)).toEqual(['Ass.', 'Rev.', 'Rub.', 'Blk.']);
    expect(boxes.map((box) => box.querySelector('dd')?.textContent)).toEqual(shown);
  });

  test('GRID-04 GRID-06 the picture is 256 px high and requested at size 400', async () => {
    const { readCalls: callsOf } = await renderCards([[createTransit(1)], []]);
    const picture = page.getByRole('img', { name: /^Immagine del transito GK001RB/ });
    await expect.element(picture).toBeVisible();
    expect(picture.element().getBoundingClientRect().height).toBe(256);
    expect(await callsOf(1)).toContainEqual({
      route: 'POST /api/media/tickets',
      body: { ids: ['1'], variants: ['t400'] },
    });
  });

  test('GRID-04 a card without a picture keeps the height, and says so', async () => {
    await renderCards([[createTransit(1, { has_image: false })], []]);
    const none = page.getByRole('img', { name: 'Nessuna immagine per questo transito' });
    await expect.element(none).toBeVisible();
    expect(none.element().getBoundingClientRect().height).toBe(256);
  });

  test('TBL-22 the card shows the number of passages, never above 99+', async () => {
    await renderCards([[createTransit(1, { count_transits: 99 }), createTransit(2, { count_transits: 100 })], []]);
    expect(getCard('1-1').textContent).toContain('99');
    expect(getCard('1-1').textContent).not.toContain('99+');
    expect(getCard('1-2').textContent).toContain('99+');
    await expect.element(page.getByRole('img', { name: '100 passaggi della targa sull’impianto' })).toBeVisible();
  });

  test('TBL-08 TBL-10 TBL-13 TBL-14 keys move by lines and cards, open, tick and call the menu', async () => {
    const { opened } = await renderCards([twelveTransits, []]);
    await eventually(() => expect(countCardsInFirstRow()).toBe(4));
    getCard('1-1').focus();
    await userEvent.keyboard('{ArrowDown}{ArrowRight}');
    expect(document.activeElement).toBe(getCard('1-6'));
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(getCard('1-2'));
    await userEvent.keyboard('{Enter}');
    expect(opened).toEqual(['open 1-2']);
    await userEvent.keyboard('.');
    await userEvent.click(page.getByRole('menuitem', { name: 'Stampa multipla' }));
    const bar = page.getByRole('group', { name: 'Selezione multipla' });
    await expect.element(bar.getByRole('status')).toHaveTextContent('1 transito selezionato');
    expect(getCard('1-2').getAttribute('aria-selected')).toBe('true');
    getCard('1-3').focus();
    await userEvent.keyboard(' ');
    await expect.element(bar.getByRole('status')).toHaveTextContent('2 transiti selezionati');
  });

  test('a card that gets the focus as soon as the cards are there keeps it', async () => {
    await renderResults([twelveTransits, []]);
    const taken = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        const second = document.getElementById('lpr-grid-1-2');
        if (second === null) return;
        observer.disconnect();
        second.focus();
        resolve();
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    setResultView('grid');
    await taken;
    await eventually(() => expect(countCardsInFirstRow()).toBe(4));
    expect(document.activeElement).toBe(getCard('1-2'));
  });

  test('on a phone the cards are low, whatever was chosen', async () => {
    await renderResults([[createTransit(1)], []], { width: 390, window: 390 });
    const picture = page.getByRole('img', { name: /^Immagine del transito GK001RB/ });
    await expect.element(picture).toBeVisible();
    expect(picture.element().getBoundingClientRect().height).toBe(76);
    expect(getCard('1-1').getBoundingClientRect().right).toBeLessThanOrEqual(390);
  });

  test('the choice between rows and cards is remembered', async () => {
    await renderResults([[createTransit(1)], []]);
    await render(<TestProviders screen={() => <ViewToggle />} />);
    await userEvent.click(page.getByRole('button', { name: 'Schede' }));
    await expect.element(page.getByRole('button', { name: 'Schede' })).toHaveAttribute('aria-pressed', 'true');
    expect(localStorage.getItem('varco.preferences')).toContain('"resultView":"grid"');
    await eventually(() => expect(document.querySelector('[id^=lpr-grid-]')).not.toBeNull());
    await userEvent.click(page.getByRole('button', { name: 'Tabella' }));
    await eventually(() => expect(document.querySelector('[id^=lpr-row-]')).not.toBeNull());
  });
});
