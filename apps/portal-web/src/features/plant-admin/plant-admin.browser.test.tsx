import { createI18n } from '@varco/i18n/create-i18n.ts';
import { type ReactElement, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePopups } from '../../lib/notices/popup.store.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { DevicesScreen } from './DevicesScreen.tsx';
import { createDistrictDraft } from './district-draft.ts';
import { DistrictForm } from './DistrictForm.tsx';
import { GroupsScreen } from './GroupsScreen.tsx';

let token: string;
const signIn = (level: number): void =>
  usePlants.setState({ plants: new Map([['c1', createPlantSession(1, token, 'Cesena Cintura', level)]]) });
beforeEach(async () => {
  // A narrower window leaves columns out.
  await page.viewport(1280, 900);
  token = crypto.randomUUID();
  bindTranslator(createI18n('it').t);
  signIn(8);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const fetchCalls = async () =>
  (await (await fetch(`/test-plant/${token}`)).json()) as {
    route: string;
    body: Record<string, unknown>;
    query?: string;
  }[];
const findLastCall = async (route: string) => (await fetchCalls()).findLast((call) => call.route === route);
const clickRowAction = async (row: RegExp, item: string): Promise<void> => {
  await userEvent.click(page.getByRole('row', { name: row }).getByRole('button', { name: 'Azioni' }));
  await userEvent.click(page.getByRole('menuitem', { name: item }));
};

test('PMGMT-07 a group is made and changed: what its level means is said, and for how many it changes', async () => {
  await render(<TestProviders screen={() => <GroupsScreen />} />);
  await expect
    .element(page.getByRole('row', { name: /fdo carabinieri/ }))
    .toMatchTextContent(/5 – operatore.*forze dell’ordine.*3.*blacklist, allarmi rubati/);
  await clickRowAction(/fdo carabinieri/, 'Modifica');
  const dialog = page.getByRole('dialog', { name: 'Gruppo fdo carabinieri' });
  await expect.element(dialog.getByText('Luca Verdi (verdi)')).toBeVisible();
  await expect.element(dialog.getByRole('listitem').filter({ hasText: 'Ada Neri' })).toMatchTextContent(/disabilitato/);
  await userEvent.click(dialog.getByRole('combobox', { name: 'Livello' }));
  await expect.element(page.getByRole('option', { name: '9 – amministratore' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('option', { name: '3 – base' }));
  await expect.element(dialog.getByText('Il nuovo livello vale subito per 3 utenti.')).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome' }), 'FDO carabinieri');
  await expect.element(dialog.getByText(/ma non tutto minuscolo/)).toBeVisible();
  await userEvent.click(dialog.getByRole('switch', { name: 'Gestire i propri utenti' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Salva' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect((await findLastCall('PUT /api/groups/1'))?.body).toMatchObject({
    name: 'FDO carabinieri',
    level: 3,
    ver: 3,
    defaults: { can_manage_users: true, notifica_rubati: true, t_max: 0 },
  });
  await userEvent.click(page.getByRole('button', { name: 'Nuovo gruppo' }));
  const fresh = page.getByRole('dialog', { name: 'Nuovo gruppo' });
  await userEvent.fill(fresh.getByRole('textbox', { name: 'Nome' }), 'ospiti due');
  await userEvent.click(fresh.getByRole('button', { name: 'Salva' }));
  await expect.element(fresh.getByText('Il nome esiste già su questo impianto.')).toBeVisible();
});

test('GRP-01 a group with users is not offered for deletion, an empty one is asked about once more', async () => {
  await render(<TestProviders screen={() => <GroupsScreen />} />);
  await userEvent.click(page.getByRole('row', { name: /fdo comando/ }).getByRole('button', { name: 'Azioni' }));
  await expect.element(page.getByRole('menuitem', { name: /Elimina/ })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await clickRowAction(/ospiti/, 'Elimina');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Elimina' }));
  await expect.poll(() => findLastCall('DELETE /api/groups/3')).toBeDefined();
});

test('RTE-20 RTE-19 without the right on any plant one is told who has it', async () => {
  signIn(5);
  await render(<TestProviders screen={() => <GroupsScreen />} />);
  await expect.element(page.getByText(/livello 8 o superiore. Su nessuno/)).toBeVisible();
});

test('PMGMT-06 TA31 devices are filtered by kind and assignment; the code is shown once; one is revoked', async () => {
  await render(<TestProviders screen={() => <DevicesScreen />} />);
  await expect
    .element(page.getByRole('row', { name: /Chrome · Android/ }))
    .toMatchTextContent(/Smartphone.*verdi.*attivo.*20\/11\/2026/);
  await userEvent.click(page.getByRole('button', { name: 'Smartphone', exact: true }));
  await userEvent.click(page.getByRole('button', { name: 'Non assegnati' }));
  await userEvent.fill(page.getByRole('textbox', { name: /^Dispositivo, proprietario/ }), 'post');
  await expect
    .poll(async () => (await findLastCall('GET /api/devices'))?.query)
    .toBe('kind=smartphone&assigned=false&q=post');
  await userEvent.click(page.getByRole('button', { name: 'Nuovo dispositivo' }));
  const dialog = page.getByRole('dialog', { name: 'Nuovo dispositivo di Cesena Cintura' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome' }), 'Doppio');
  await userEvent.click(dialog.getByRole('button', { name: 'Crea il codice' }));
  await expect.poll(() => JSON.stringify(usePopups.getState())).toContain('Dispositivo già associato');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome' }), 'Postazione');
  await userEvent.click(dialog.getByRole('combobox', { name: 'Proprietario' }));
  await userEvent.click(page.getByRole('option', { name: 'Luca Verdi (verdi)' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Crea il codice' }));
  const code = page.getByRole('dialog', { name: 'Codice per Postazione' });
  await expect.element(code.getByText('ABCDE-23456')).toBeVisible();
  await userEvent.click(code.getByRole('button', { name: 'Ho finito' }));
  expect((await findLastCall('POST /api/devices'))?.body).toMatchObject({ kind: 'pc', nome: 'Postazione', user_id: 8 });
  await clickRowAction(/Chrome · Android/, 'Revoca');
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Revoca' }));
  await expect.poll(() => findLastCall('DELETE /api/devices/r2')).toBeDefined();
});

test('DST-01 gates and users of a district are picked from lists; a district without gates is warned of', async () => {
  const gates = [
    { id: 1, fullname: 'Porta Fiume', enabled_for_user: true },
    { id: 2, fullname: 'Porta Santi', enabled_for_user: false },
  ].map((gate) => ({ peerId: 1, gate: gate as never }));
  const saved: unknown[] = [];
  const user = usePlants.getState().plants.get('c1')?.login?.user;
  if (user === undefined) throw new Error('nobody');
  const plant = { peerId: 1, label: 'Cesena Cintura', user };
  function Form(): ReactElement {
    const [draft, setDraft] = useState(() =>
      createDistrictDraft({ id: 4, name: 'Centro', gates: [1], users: [8], ver: 2 }),
    );
    const save = async (district: unknown): Promise<void> => void saved.push(district);
    return <DistrictForm {...{ plant, draft, gates }} onDraft={setDraft} onSaved={save} onClose={() => {}} />;
  }
  await render(<TestProviders screen={() => <Form />} />);
  await expect.element(page.getByRole('checkbox', { name: 'Porta Fiume' })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: /Luca Verdi/ })).toBeChecked();
  await userEvent.click(page.getByRole('checkbox', { name: 'Porta Fiume' }));
  await expect.element(page.getByText('Senza varchi 1 utente non vedrà alcun transito.')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Cerca un varco' }), 'santi');
  await userEvent.click(
    page.getByRole('group', { name: /^Varchi/ }).getByRole('button', { name: 'Prendi i mostrati' }),
  );
  await userEvent.click(page.getByRole('checkbox', { name: /^rossi/ }));
  await userEvent.click(page.getByRole('button', { name: 'Salva' }));
  await expect.poll(() => saved.length).toBe(1);
  expect((await findLastCall('PUT /api/districts/4'))?.body).toEqual({
    name: 'Centro',
    gates: [2],
    users: [8, 7],
    ver: 2,
  });
});
