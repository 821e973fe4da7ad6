import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createTransit } from '../../../../test/create-transit.ts';
import { NOW, renderResults } from '../../../../test/result-harness.tsx';
import { eventually } from '../../../../test/eventually.ts';

const readHeaders = (): (string | null)[] =>
  [...document.querySelectorAll('th')].map((head) => (head.textContent ?? '').replace(/[↑↓]/, ''));
const getRow = (key: string): HTMLElement => {
  const row = document.getElementById(`lpr-row-${key}`);
  if (row === null) throw new Error(`no row ${key}`);
  return row;
};
const getCell = (key: string, head: string): HTMLElement => {
  const cell = getRow(key).querySelectorAll('td')[readHeaders().indexOf(head)];
  if (cell === undefined) throw new Error(`no cell ${head}`);
  return cell;
};
const instantDaysAgo = (days: number): string => new Date(Date.parse(NOW) - days * 86_400_000).toISOString();

describe('columns of the transit table', () => {
  test('TBL-01 TBL-02 TBL-23 plate mode has the columns of every mode and those of the vehicle', async () => {
    await renderResults([[createTransit(1)], []], { width: 1800 });
    expect(readHeaders()).toEqual([
      ...['#', 'Data e ora', 'Targa', 'Naz.', 'Pass.', 'Fin.', 'Giorni', 'Ultimo'],
      ...['Ass.', 'Rev.', 'Rub.', 'Reg.', 'EURO', 'Intest.', 'Veicolo', 'Tipo', 'Impianto e varco', 'Imm.', 'Azioni'],
    ]);
    expect(getCell('1-1', '#').textContent).toBe('1');
    expect(getCell('1-1', 'Data e ora').textContent).toBe('20/11 13:59:00');
    expect(getCell('1-1', 'Data e ora').querySelector('[title="20/11/2026 13:59:00 Europe/Rome"]')).not.toBeNull();
    expect(
      [getCell('1-1', 'Pass.'), getCell('1-1', 'Fin.'), getCell('1-1', 'Giorni')].map((c) => c.textContent),
    ).toEqual(['14', '6', '3']);
    expect(getCell('1-1', 'EURO').textContent).toBe('6');
    expect(getCell('1-1', 'Veicolo').textContent).toBe('FIAT Tipo');
    expect(getCell('1-1', 'Impianto e varco').textContent).toBe('CES V03 Via Emilia ovest entrata');
    expect(getCell('1-1', 'Intest.').textContent).toBe('— Non richiesto: serve una visura');
    await expect.element(page.getByRole('img', { name: 'Targa GK001RB, Italia' })).toBeVisible();
  });

  test('TBL-01 TBL-03 SCOPE-07 ADR mode shows label, class, Kemler code and panel instead of the checks', async () => {
    const goods = { is_adr: true, adr_class: '3', adr_kemler: '33', adr_un_no: '1203', ADR: '33/1203' };
    await renderResults([[createTransit(1, goods)], []], { width: 1800, filter: { isAdr: true } });
    expect(readHeaders()).toEqual([
      ...['#', 'Data e ora', 'ADR', 'Classe', 'Kemler', 'Pannello', 'Targa', 'Naz.', 'Pass.', 'Fin.', 'Giorni'],
      ...['Ultimo', 'Veicolo', 'Impianto e varco', 'Imm.', 'Azioni'],
    ]);
    expect(getCell('1-1', 'Classe').textContent).toBe('3');
    expect(getCell('1-1', 'Kemler').textContent).toBe('33');
    await expect.element(page.getByRole('img', { name: 'Pannello Kemler 33, numero ONU 1203' })).toBeVisible();
    await expect.element(page.getByRole('img', { name: /^Etichetta di pericolo classe 3/ })).toBeVisible();
  });

  test('TBL-04 TBL-05 four columns sort, and each click asks every plant with a sign and a field', async () => {
    const { searches: requested } = await renderResults([[createTransit(1)], [createTransit(2)]], { width: 1800 });
    const sorting = [...document.querySelectorAll('th')].filter((head) => head.querySelector('button') !== null);
    expect(sorting.map((head) => head.textContent?.replace(/[↑↓]/, ''))).toEqual([
      'Data e ora',
      'Pass.',
      'Fin.',
      'Giorni',
    ]);
    expect(requested.map((body) => body.order_by)).toEqual(['-data', '-data']);
    for (const [name, expected] of [
      ['Pass.', '+count_transits'],
      ['Pass.', '-count_transits'],
      ['Fin.', '+g_transits'],
      ['Giorni', '+g_transit_days'],
    ] as const) {
      requested.length = 0;
      await userEvent.click(page.getByRole('button', { name, exact: true }));
      await eventually(() => expect(requested.map((body) => body.order_by)).toEqual([expected, expected]));
    }
  });

  test('a passage whose plate was not read has no number of passages, which is not none', async () => {
    await renderResults([[createTransit(1, { targa: '', count_transits: 0 })], []], { width: 1800 });
    await expect.element(page.getByText('Targa non letta')).toBeVisible();
    const shown = ['Pass.', 'Fin.', 'Giorni', 'Ultimo'].map((name) => getCell('1-1', name).textContent);
    expect(shown).toEqual(['—', '—', '—', '—']);
  });

  test('columns are hidden and moved, and stay so', async () => {
    await renderResults([[createTransit(1)], []], { width: 1800 });
    await userEvent.click(page.getByRole('button', { name: 'Colonne' }));
    await userEvent.click(page.getByRole('checkbox', { name: 'Mostra Intestatario' }));
    await userEvent.click(page.getByRole('button', { name: 'Sposta prima Nazione, provincia e comune' }));
    expect(readHeaders().slice(0, 5)).toEqual(['#', 'Data e ora', 'Naz.', 'Targa', 'Pass.']);
    expect(readHeaders()).not.toContain('Intest.');
    expect(JSON.parse(localStorage.getItem('varco.preferences') ?? '{}')).toMatchObject({
      state: { resultColumns: { plate: { hidden: ['holder'] }, adr: { hidden: [] } } },
    });
    await expect.element(page.getByRole('checkbox', { name: 'Mostra Targa' })).toBeDisabled();
  });
});

/** Widths of the result area: 200 % zoom, beside filters and plants, alone at 1280 and 1440 px, wide. */
const WIDTHS = [588, 780, 950, 980, 1228, 1388, 1868];
const LONG = {
  modello: 'Transporter Kombi 2.0',
  marca: 'VOLKSWAGEN',
  varco: 'V02 SS9 Savignano sul Rubicone ovest',
  direction: 4,
  t_max: 2880,
} as const;
const GOODS = { is_adr: true, adr_class: '3', adr_kemler: '33', adr_un_no: '1203', ADR: '33/1203' };

describe.each([
  ['plates', false],
  ['ADR', true],
] as const)('%s: where the car was seen is never cut', (_view, isAdr) => {
  test.each(WIDTHS)('date, plate, vehicle, gate with direction and picture are whole in %i px', async (width) => {
    const rows = [
      createTransit(1, { ...LONG, ...GOODS, ...(width < 600 ? {} : { gps_lat: null, gps_lon: null }) }),
      createTransit(2, isAdr ? GOODS : {}),
    ];
    await renderResults([rows, []], { width, filter: { isAdr } });
    const heads = [...document.querySelectorAll('th')].map((head) => head.dataset['column']);
    expect(heads).toEqual(expect.arrayContaining(['date', 'plate', 'vehicle', 'gate', 'image', 'actions']));
    const cut = ['date', 'plate', 'vehicle', 'gate', 'image'].flatMap((id) =>
      [...document.querySelectorAll<HTMLElement>(`td[data-column=${id}]`)]
        .flatMap((cell) => [cell, ...cell.querySelectorAll<HTMLElement>('span:not(.visually-hidden)')])
        .filter((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
        .map((part) => `${id}: ${part.textContent}`),
    );
    expect(cut).toEqual([]);
    const scroller = document.querySelector('[data-density]');
    expect(scroller?.scrollWidth).toBeLessThanOrEqual(scroller?.clientWidth ?? 0);
  });
});

test.each([
  [780, ['Rub.', 'Reg.', 'Ass.'], ['Giorni', 'EURO', 'Intest.']],
  [1100, ['Rub.', 'Reg.', 'Ass.', 'Rev.'], ['EURO', 'Intest.']],
])('the other columns follow by priority: in %i px %j are there, %j not', async (width, there, gone) => {
  await renderResults([[createTransit(1)], []], { width });
  expect(readHeaders()).toEqual(expect.arrayContaining(there));
  for (const one of gone) expect(readHeaders()).not.toContain(one);
});

describe('what stands beside a plate and a gate', () => {
  test('TBL-20 NO GPS only where the position of the gate is not known', async () => {
    await renderResults([[createTransit(1, { gps_lat: null, gps_lon: null }), createTransit(2)], []]);
    expect(getCell('1-1', 'Targa').textContent).toContain('NO GPS');
    expect(getCell('1-2', 'Targa').textContent).not.toContain('NO GPS');
  });

  test('TBL-21 "ricerca limitata" with t_max 60, nothing with 0', async () => {
    await renderResults([[createTransit(1, { t_max: 60 }), createTransit(2, { t_max: 0 })], []]);
    await expect.element(page.getByTitle('max 1 h')).toHaveTextContent('ricerca limitata max 1 h');
    expect(getRow('1-1').textContent).toContain('ricerca limitata');
    expect(getRow('1-2').textContent).not.toContain('ricerca limitata');
  });

  test('a plate that matched only nearly carries a sign and says why', async () => {
    const rows = [
      createTransit(1, { match: { kind: 'misread', errors: 0, corrected: false } }),
      createTransit(2, { match: { kind: 'variation', errors: 2, corrected: false } }),
      createTransit(3, { match: { kind: 'exact', errors: 0, corrected: false } }),
    ];
    await renderResults([rows, []]);
    expect(getCell('1-1', 'Targa').textContent).toContain('≈Trovata per caratteri simili');
    expect(getCell('1-2', 'Targa').textContent).toContain('≈Trovata con 2 variazioni');
    expect(getCell('1-3', 'Targa').textContent).not.toContain('≈');
  });

  test('TBL-24 TBL-25 "oggi", days, and "antecedente *" with its footnote only when there is such a row', async () => {
    const rows = [
      [createTransit(1, { data: instantDaysAgo(0.5) }), createTransit(2, { data: instantDaysAgo(12) })],
      [createTransit(3, { data: instantDaysAgo(91) })],
    ] as const;
    await renderResults(rows, { filter: { period: { kind: 'all' } } });
    expect(getCell('1-1', 'Ultimo').textContent).toBe('oggi');
    expect(getCell('1-2', 'Ultimo').textContent).toBe('12 gg fa');
    expect(getCell('2-3', 'Ultimo').textContent).toBe('antecedente *');
    await expect.element(page.getByText('* antecedente al periodo di conservazione dei dati')).toBeVisible();
  });

  test('TBL-25 no star, no footnote', async () => {
    await renderResults([[createTransit(1)], []]);
    expect(document.body.textContent).not.toContain('antecedente al periodo');
  });

  test('UIE-03 the flag comes from its address, with city and province; an unknown nation gets none', async () => {
    await renderResults([[createTransit(1), createTransit(2, { nazione: '', provincia: '', comune: '' })], []]);
    const flag = page.getByRole('img', { name: 'Bandiera: Italia' }).element();
    expect(flag.getAttribute('src')).toBe('/images/flags/flag_I.png');
    expect(getCell('1-1', 'Naz.').textContent).toBe('Cesena, FC');
    expect(getCell('1-2', 'Naz.').querySelector('img')).toBeNull();
  });

  test('UIE-09 a brand has its picture, an unknown one the neutral mark', async () => {
    await renderResults([[createTransit(1), createTransit(2, { marca: 'ALTRA' })], []]);
    expect(getCell('1-1', 'Veicolo').querySelector('img')?.getAttribute('src')).toBe('/images/car-brands/fiat.png');
    expect(getCell('1-2', 'Veicolo').querySelector('[data-brand-mark=none]')).not.toBeNull();
  });

  test('TBL-26 thumbnails are requested at size 100, in one call per plant, and only where there is a picture', async () => {
    const { readCalls: callsOf } = await renderResults([
      [createTransit(1), createTransit(2, { has_image: false }), createTransit(3)],
      [createTransit(4)],
    ]);
    await expect.element(page.getByRole('img', { name: 'Miniatura del transito GK003RB' })).toBeVisible();
    await eventually(async () => {
      expect(await callsOf(1)).toContainEqual({
        route: 'POST /api/media/tickets',
        body: { ids: ['1', '3'], variants: ['t100'] },
      });
      expect(await callsOf(2)).toContainEqual({
        route: 'POST /api/media/tickets',
        body: { ids: ['4'], variants: ['t100'] },
      });
    });
    await expect.element(page.getByRole('img', { name: 'Nessuna immagine per questo transito' })).toBeVisible();
  });

  test('the first key press freezes the list too', async () => {
    const { isFrozen: isStill } = await renderResults([[createTransit(1), createTransit(2)], []]);
    const rows = document.querySelectorAll<HTMLElement>('[id^=lpr-row-]');
    rows[0]?.focus();
    expect(isStill()).toBe(false);
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(rows[1]);
    expect(isStill()).toBe(true);
  });

  test('UIE-06 UIE-07 resting on a plate shows plate, plant, gate and picture; leaving takes it away', async () => {
    await renderResults([[createTransit(1)], []]);
    await userEvent.hover(page.getByRole('img', { name: 'Targa GK001RB, Italia' }));
    const card = page.getByRole('tooltip', { name: 'Anteprima del transito GK001RB' });
    await expect.element(card).toBeVisible();
    await expect.element(card.getByText('Cesena Cintura · V03 Via Emilia ovest')).toBeVisible();
    await expect.element(card.getByRole('img', { name: 'Targa GK001RB, Italia' })).toBeVisible();
    await expect.element(card.getByRole('img', { name: /^Immagine del transito GK001RB/ })).toBeVisible();
    await userEvent.hover(page.getByRole('button', { name: 'Colonne' }));
    await eventually(() => expect(card.elements()).toHaveLength(0));
    // Typing may open something else (a palette, help, another row), so it closes the card.
    await userEvent.hover(page.getByRole('img', { name: 'Targa GK001RB, Italia' }));
    await expect.element(card).toBeVisible();
    await userEvent.keyboard('{Control}');
    await eventually(() => expect(card.elements()).toHaveLength(0));
  });
});

test('transits that are new since the search are told above the list, and laid in when asked for', async () => {
  const { opened } = await renderResults([[createTransit(1)], []], { newTransits: { count: 12, isLowerBound: false } });
  const told = page.getByRole('status').filter({ hasText: '12 nuovi' });
  await told.getByRole('button', { name: 'Mostra' }).click();
  expect(opened).toEqual(['new transits']);
});

test('a plant that stopped counting makes the number of new transits a lower bound', async () => {
  await renderResults([[createTransit(1)], []], { newTransits: { count: 103, isLowerBound: true } });
  await expect.element(page.getByRole('status').filter({ hasText: '103 nuovi o più' })).toBeVisible();
});

test('a vehicle without make shows what kind it is, and a dash only where nothing is known', async () => {
  const nameless = { marca: '', modello: '' };
  await renderResults([
    [createTransit(1, { ...nameless, class: 'van' }), createTransit(2, { ...nameless, class: '' })],
    [],
  ]);
  expect(getCell('1-1', 'Veicolo').textContent).toBe('Furgone');
  expect(getCell('1-2', 'Veicolo').textContent).toBe('—');
});
