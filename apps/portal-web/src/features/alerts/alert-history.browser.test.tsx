import { createI18n } from '@varco/i18n/create-i18n.ts';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { AppFrame } from '../../../test/app-frame.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import type { AlertReference } from '../../lib/alerts/alert-reference.ts';
import { clearAlerts, useAlerts } from '../../lib/alerts/alerts.store.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import '../../theme/styles.ts';
import { AlertHistoryScreen } from './AlertHistoryScreen.tsx';

let token: string;
beforeEach(async () => {
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', 5)]]), hasRun: true });
  await page.viewport(1280, 900);
  await render(<TestProviders screen={Screen} />);
});
afterEach(() => {
  clearAlerts();
  usePlants.setState({ plants: new Map(), hasRun: false });
});

/** The screen with its address, as its route holds it. */
function Screen(): ReactElement {
  const [pressed, setPressed] = useState<AlertReference | null>(null);
  return (
    <AppFrame>
      <AlertHistoryScreen pressed={pressed} onOpen={setPressed} onBack={() => setPressed(null)} />
    </AppFrame>
  );
}

const grid = page.getByRole('grid', { name: 'Elenco' });
const findRow = (plate: string) => grid.getByRole('row', { name: new RegExp(plate) });
const fetchRoutes = async () =>
  ((await (await fetch(`/test-plant/${token}`)).json()) as { route: string }[]).map(({ route }) => route);

test('a row opens its alert, which can be taken and closed there; the list shows it and keeps row and filter', async () => {
  await expect.element(findRow('ZA003AA')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Targa' }), 'ZA0');
  await userEvent.click(findRow('ZA002AA').getByText(/Porta Fiume/));
  const card = page.getByRole('article', { name: 'Allarme Blacklist' });
  await expect
    .element(
      card.getByText(/^Probabile errore di lettura \(99 %\): il veicolo visto è FIAT Panda bianco, quello registrato/),
    )
    .toBeVisible();
  await userEvent.click(card.getByText('Come nasce la stima'));
  await expect.element(card.getByRole('row', { name: 'Somma −4,41' })).toBeVisible();
  await expect.element(card.getByRole('row', { name: 'Forma della targa non si sa' })).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Prendi in carico' }));
  await expect.element(card.getByText('In carico a te dalle 14:05:00')).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Targa verificata' }));
  await expect.element(card.getByText(/^Targa verificata da rossi/)).toBeVisible();
  await userEvent.click(card.getByRole('combobox', { name: 'Esito' }));
  await userEvent.click(page.getByRole('option', { name: 'Confermato' }));
  await userEvent.click(card.getByRole('button', { name: 'Registra l’esito' }));
  await expect.element(card.getByText(/^Confermato: rossi, 14:05:00/)).toBeVisible();
  expect(await fetchRoutes()).toEqual(
    expect.arrayContaining(['POST /api/alerts/2/take', 'POST /api/alerts/2/outcome']),
  );
  // An old alert that somebody acts on does not come up as a new one.
  expect(useAlerts.getState()).toMatchObject({ list: [], unseen: 0 });
  await userEvent.click(card.getByRole('button', { name: 'Torna all’elenco' }));
  await expect.element(findRow('ZA002AA')).toMatchTextContent(/rossi.*Confermato/);
  await expect.element(findRow('ZA002AA')).toHaveFocus();
});

test('the list is walked through and opened with keys', async () => {
  await expect.element(findRow('ZA003AA')).toBeVisible();
  findRow('ZA003AA').element().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await expect.element(page.getByRole('article').getByRole('img', { name: /ZA001AA/ })).toBeVisible();
});

test('who may read transits on no plant is told so, instead of that there are no alerts', async () => {
  const plant = createPlantSession(1, token, 'Cesena Cintura', 1);
  usePlants.setState({ plants: new Map([['c1', plant]]), hasRun: true });
  await expect.element(page.getByText('Nessun impianto ti mostra gli allarmi')).toBeVisible();
  expect(page.getByText('Nessun allarme in questo periodo').elements()).toHaveLength(0);
});
