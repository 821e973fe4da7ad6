import { createI18n } from '@varco/i18n/create-i18n.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { bindTranslator } from '../../lib/translate.ts';
import { MembersField } from './MembersField.tsx';
import { PlantGroupsPanel } from './PlantGroupsPanel.tsx';

beforeEach(async () => {
  bindTranslator(createI18n('it').t);
  await fetch('/test-portal/reset', { method: 'POST', body: '{}' });
});

const findLast = async (route: RegExp): Promise<unknown> => {
  const { log, bodies } = (await (await fetch('/test-portal/state')).json()) as { log: string[]; bodies: string[] };
  const at = log.findLastIndex((line) => route.test(line));
  return at === -1 ? null : (JSON.parse(bodies[at] ?? '') as unknown);
};
const dialog = page.getByRole('dialog');
const press = (name: string) => userEvent.click(dialog.getByRole('button', { name, exact: true }));
const open = () => render(<TestProviders screen={() => <PlantGroupsPanel />} />);
async function fillNew(name: string): Promise<void> {
  await userEvent.click(page.getByRole('button', { name: 'Nuovo gruppo' }));
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome' }), name);
}

test('a group is made, changed with the version that was read, and removed after a question', async () => {
  await open();
  await expect.element(page.getByText(/Nessun gruppo/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Nuovo gruppo' }));
  await expect.element(dialog.getByRole('button', { name: 'Salva' })).toBeDisabled();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome' }), ' Forlì-Cesena ');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Cesena Cintura (CES)' }));
  await expect.element(dialog.getByText('1 di 1 scelti')).toBeVisible();
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await findLast(/^POST/)).toEqual({ kind: 'province', name: 'Forlì-Cesena', plants: [1] });
  await expect
    .element(page.getByRole('row', { name: /Forlì-Cesena/ }))
    .toMatchTextContent(/Provincia.*1.*verdi, 20\/11\/2026/);

  await userEvent.click(page.getByRole('button', { name: 'Modifica il gruppo Forlì-Cesena' }));
  await expect.element(dialog.getByRole('checkbox', { name: 'Cesena Cintura (CES)' })).toBeChecked();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Tutti quelli trovati (1)' }));
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await findLast(/^PUT/)).toEqual({ kind: 'province', name: 'Forlì-Cesena', plants: [], ver: 1 });

  await userEvent.click(page.getByRole('button', { name: 'Modifica il gruppo Forlì-Cesena' }));
  await press('Elimina il gruppo');
  await expect.element(dialog.getByText(/Gli impianti restano/)).toBeVisible();
  await press('Conferma');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(/Nessun gruppo/)).toBeVisible();
});

test('a refused form says why and keeps what was typed', async () => {
  await open();
  await fillNew('Rimini');
  await press('Salva');
  await expect.element(dialog).not.toBeInTheDocument();
  await fillNew('Rimini');
  await press('Salva');
  await expect.element(dialog.getByText('C’è già un gruppo di questo tipo con questo nome.')).toBeVisible();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome' }), 'Superato');
  await press('Salva');
  await expect.element(dialog.getByText(/Qualcuno ha cambiato questo dato/)).toBeVisible();
  expect(dialog.getByRole('textbox', { name: 'Nome' }).element()).toHaveProperty('value', 'Superato');
});

test('members are chosen among five hundred by search, and a hundred are drawn', async () => {
  const plants = Array.from({ length: 500 }, (_, i) => ({ id: i + 1, label: `Forlì ${i + 1}`, code: '' }));
  const chosen: number[] = [];
  const onMembers = (members: ReadonlySet<number>): void => void chosen.splice(0, chosen.length, ...members);
  await render(
    <TestProviders screen={() => <MembersField plants={plants} members={new Set([499])} onMembers={onMembers} />} />,
  );
  await expect.element(page.getByText('Altri 400 non sono mostrati: restringi la ricerca.')).toBeVisible();
  expect(document.querySelectorAll('input[type=checkbox]')).toHaveLength(102);
  await userEvent.fill(page.getByRole('textbox', { name: 'Cerca un impianto' }), 'forli 49');
  await expect.element(page.getByRole('checkbox', { name: 'Tutti quelli trovati (11)' })).toBePartiallyChecked();
  await userEvent.click(page.getByRole('checkbox', { name: 'Tutti quelli trovati (11)' }));
  expect(chosen.toSorted((a, b) => a - b)).toEqual([49, 490, 491, 492, 493, 494, 495, 496, 497, 498, 499]);
  await userEvent.click(page.getByRole('checkbox', { name: 'Solo quelli scelti' }));
  await expect.element(page.getByRole('checkbox', { name: 'Tutti quelli trovati (1)' })).toBeChecked();
});
