import type { BlacklistEntry } from '@varco/contract/plant/blacklist-entry.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createBlacklistEntry } from '../../../test/blacklist-entry.ts';
import { createCredential } from '../../../test/plant-sessions.ts';
import { TestProviders } from '../../../test/test-providers.tsx';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { clearPlants, patchPlant, setPlants, usePlants } from '../../lib/plants/plant-store.ts';
import { EntryDialog, type EntryTask } from './EntryDialog.tsx';

/** Signs in to plants with these levels; their addresses do not answer. */
function signInToPlants(...levels: readonly number[]): void {
  const items = levels.map(
    (_, i) => [`p${i}`, createCredential({ label: `Impianto ${i}`, url: `http://localhost:${9 + i}` })] as const,
  );
  setPlants(new Map(items), []);
  for (const [i, level] of levels.entries()) {
    const login = buildPlantLoginResponse('token', `uuid-${i}`);
    const parameters = { ...login.parameters, label: `Impianto ${i}` };
    patchPlant(`p${i}`, {
      state: 'ok',
      token: 'token',
      login: { ...login, parameters, user: { ...login.user, level } },
    });
  }
}

const INSERT: EntryTask = { kind: 'insert', plate: '', isForced: false, credentialId: 'p0' };
const renderDialog = (work: EntryTask = INSERT) =>
  render(
    <TestProviders
      screen={() => <EntryDialog work={work} onClose={() => undefined} onShowEntry={() => undefined} />}
    />,
  );
const findTextbox = (name: string) => page.getByRole('textbox', { name, exact: true });
/** The accessible name of a switch includes its description, so match its beginning. */
const findSwitch = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) });
const save = page.getByRole('button', { name: 'Salva' });

function createEditTask(change: Partial<BlacklistEntry> = {}): EntryTask {
  const plant = usePlants.getState().plants.get('p0');
  if (plant === undefined) throw new Error('no plant');
  return { kind: 'edit', entry: createBlacklistEntry(change), plant };
}

beforeEach(() => page.viewport(1280, 1000));
afterEach(() => clearPlants());

test('BLK-01 BLK-02 BLK-14 BLK-24 a new entry: its title, details left, alarms right, saved only with plate and expiry', async () => {
  signInToPlants(5);
  await renderDialog();
  await expect.element(page.getByRole('heading', { name: 'Inserisci blacklist', exact: true })).toBeVisible();
  const left = page.getByRole('region', { name: 'Veicolo e motivo' }).element().getBoundingClientRect();
  const right = page.getByRole('region', { name: 'Allarmi', exact: true }).element().getBoundingClientRect();
  expect(left.right).toBeLessThanOrEqual(right.left);
  await expect.element(findSwitch('Allarme e-mail')).toBeChecked();
  await expect.element(findSwitch('Allarme smartphone')).toBeChecked();
  await expect.element(findSwitch('Allarme radio TETRA')).not.toBeChecked();
  await expect.element(save).toBeDisabled();
  await userEvent.fill(findTextbox('Targa'), 'ab123cd');
  await expect.element(save).toBeEnabled();
  await userEvent.fill(findTextbox('Scadenza'), '');
  await expect.element(save).toBeDisabled();
  await userEvent.fill(findTextbox('Scadenza'), 'domani');
  await expect.element(save).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Annulla' })).toBeVisible();
});

test('an entry that starts from a score names it, and asks what was checked before it can be saved', async () => {
  signInToPlants(5);
  const score = { modello: 'sospetti', formula: 'suspect-7', punteggio: 731 } as const;
  await renderDialog({ kind: 'insert', plate: 'GK508RB', isForced: true, credentialId: 'p0', score });
  await expect.element(page.getByText(/parte da un punteggio \(suspect-7 731\), che non è una prova/)).toBeVisible();
  const checked = findTextbox('Che cosa hai verificato');
  await expect.element(checked).toHaveFocus();
  await expect.element(save).toBeDisabled();
  await userEvent.fill(checked, ' a ');
  await expect.element(page.getByText('Scrivi almeno 3 caratteri')).toBeVisible();
  await expect.element(save).toBeDisabled();
  await userEvent.fill(checked, 'Viste le immagini delle tre notti');
  await expect.element(save).toBeEnabled();
});

test('an entry that starts from no score asks for no check', async () => {
  signInToPlants(5);
  await renderDialog({ kind: 'insert', plate: 'GK508RB', isForced: true, credentialId: 'p0' });
  await expect.element(save).toBeEnabled();
  expect(findTextbox('Che cosa hai verificato').elements()).toEqual([]);
});

test('BLK-05 BLK-20 BLK-21 the quick expiries, and no text longer than its field takes', async () => {
  signInToPlants(5);
  await renderDialog();
  const before = findTextbox('Scadenza');
  for (const name of ['15gg', '30gg', '60gg', '3 mesi', '6 mesi', '1 anno']) {
    await userEvent.click(page.getByRole('button', { name, exact: true }));
    await expect.element(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-pressed', 'true');
  }
  await expect.element(before).toBeVisible();
  const limits = { Targa: 32, Telaio: 45, Marca: 45, Modello: 45, Stato: 155, 'Note 1': 255, 'Note 2': 255 };
  for (const [name, most] of Object.entries(limits))
    await expect.element(findTextbox(name)).toHaveAttribute('maxlength', String(most));
});

test('BLK-12 BLK-17 direct e-mails bring the e-mail alarm; the audience is everybody or the own group', async () => {
  signInToPlants(5);
  await renderDialog();
  await userEvent.click(findSwitch('Allarme e-mail'));
  await userEvent.click(findSwitch('E-mail dirette'));
  await expect.element(findSwitch('Allarme e-mail')).toBeChecked();
  await expect.element(findSwitch('Allarme e-mail')).toBeDisabled();
  await userEvent.click(page.getByRole('combobox', { name: 'Indirizzi' }));
  await userEvent.keyboard('a@gdf.it{Enter}');
  await expect.element(page.getByText('a@gdf.it')).toBeVisible();
  await userEvent.click(findSwitch('E-mail dirette'));
  await userEvent.click(findSwitch('E-mail dirette'));
  await expect.element(page.getByText('a@gdf.it')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Io e il mio gruppo FDO' }));
  await expect
    .element(page.getByRole('button', { name: 'Io e il mio gruppo FDO' }))
    .toHaveAttribute('aria-pressed', 'true');
});

test('BLK-03 BLK-16 BLK-26 BLK-27 reserved: alarms rest, one plant, and only from level 8', async () => {
  signInToPlants(7, 8);
  await renderDialog();
  await userEvent.fill(findTextbox('Targa'), 'AB123CD');
  await userEvent.click(findSwitch('E-mail dirette'));
  // This address does not answer: the preview must say unknown instead of nothing found, and only of the plant chosen.
  await expect.element(page.getByText('Non verificato: Impianto 0', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Mai vista finora.')).not.toBeInTheDocument();
  await userEvent.click(findSwitch('Blacklist riservata'));
  await expect.element(page.getByRole('heading', { name: 'Inserisci blacklist riservata' })).toBeVisible();
  await expect.element(findSwitch('E-mail dirette')).not.toBeChecked();
  await expect.element(findSwitch('E-mail dirette')).toBeDisabled();
  await expect.element(findSwitch('Allarme smartphone')).toBeDisabled();
  await expect
    .element(
      page.getByText(
        'Non disponi dei permessi sufficienti per poter creare/modificare una blacklist riservata su questo impianto',
      ),
    )
    .toBeVisible();
  await expect.element(save).toBeDisabled();
  const panel = page.getByRole('region', { name: 'Utenti della blacklist riservata' });
  await userEvent.click(panel.getByRole('combobox', { name: 'Impianto' }));
  await userEvent.click(page.getByRole('option', { name: 'Impianto 1' }));
  await expect.element(panel.getByText(/Non disponi/)).not.toBeInTheDocument();
  await expect.element(save).toBeDisabled();
});

test('BLK-04 while the users of a slow plant load, the panel says so', async () => {
  signInToPlants(8);
  patchPlant('p0', { origin: location.origin, token: 'slow-users' });
  const setMode = (mode: string) => fetch(`/test-plant/slow-users/${mode}`, { method: 'POST' });
  await setMode('hold');
  await renderDialog();
  await userEvent.click(findSwitch('Blacklist riservata'));
  const panel = page.getByRole('region', { name: 'Utenti della blacklist riservata' });
  await expect.element(panel.getByText('Recupero elenco utenti in corso...')).toBeVisible();
  await expect.element(panel.getByRole('combobox', { name: 'Utenti' })).not.toBeInTheDocument();
  await setMode('ok');
  await userEvent.click(panel.getByRole('combobox', { name: 'Utenti' }));
  await expect.element(page.getByRole('option', { name: 'verdi' })).toBeVisible();
  await expect.element(panel.getByText('Recupero elenco utenti in corso...')).not.toBeInTheDocument();
});

test('BLK-01 BLK-15 BLK-20 an entry that stands there: plate and plant in the title, plate locked, reserved not offered', async () => {
  signInToPlants(5);
  await renderDialog(createEditTask());
  await expect.element(page.getByRole('heading', { name: 'Modifica blacklist AB123CD [Impianto 0]' })).toBeVisible();
  await expect.element(findTextbox('Targa')).toHaveAttribute('readonly');
  await expect.element(findSwitch('Blacklist riservata')).not.toBeInTheDocument();
  await expect.element(save).toBeEnabled();
});

test('a share of a reserved entry changes its alarms; what its source keeps changes nothing', async () => {
  signInToPlants(5);
  const { unmount } = await renderDialog(createEditTask({ reserved: true, reserved_slave: true }));
  await expect.element(page.getByText('Di una voce riservata cambi qui solo i tuoi allarmi.')).toBeVisible();
  await expect.element(findTextbox('Note 1')).toHaveAttribute('readonly');
  await expect.element(findSwitch('Allarme radio TETRA')).toBeEnabled();
  await expect.element(save).toBeEnabled();
  await unmount();
  await renderDialog(createEditTask({ modificabile: false }));
  await expect.element(page.getByText('Questa voce si può solo leggere.')).toBeVisible();
  await expect.element(save).toBeDisabled();
});
