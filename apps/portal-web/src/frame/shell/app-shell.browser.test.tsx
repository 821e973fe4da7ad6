import { Modal, TextInput } from '@mantine/core';
import { type ReactElement, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createCredential, createPlant } from '../../../test/plant-sessions.ts';
import { TestProviders } from '../../../test/test-providers.tsx';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { closeVault, setLocked } from '../../lib/session/vault-store.ts';
import { AppShell } from './AppShell.tsx';

const buildPlant = (id: string, change: Partial<PlantSession>): PlantSession =>
  createPlant(createCredential({ url: `https://${id}.example`, label: id }), {
    credentialId: id,
    wasVerified: false,
    token: null,
    ...change,
  });
const setPlantSessions = (...plants: PlantSession[]): void =>
  usePlants.setState({ plants: new Map(plants.map((one) => [one.credentialId, one])), hasRun: true });
const getMenu = page.getByRole('navigation', { name: 'Navigazione' });

afterEach(() => {
  usePlants.setState({ plants: new Map(), hasRun: false });
  closeVault();
});

test('SHELL-01 SHELL-02 while a plant is verifying the page is shown without menu and top bar; then they appear', async () => {
  setPlantSessions(buildPlant('cesena', {}), buildPlant('forli', { state: 'verifying' }));
  await render(<TestProviders screen={AppShell} path="/lpr" />);
  await expect.element(page.getByText('Accesso agli impianti in corso')).toBeVisible();
  await expect.element(page.getByText('1 di 2')).toBeVisible();
  await expect.element(getMenu).not.toBeInTheDocument();
  // A failed plant counts as done, so it delays nobody.
  setPlantSessions(buildPlant('cesena', {}), buildPlant('forli', { state: 'bad', reason: 'timeout' }));
  await expect.element(getMenu).toBeVisible();
  await expect.element(page.getByText('Accesso agli impianti in corso')).not.toBeInTheDocument();
  // A plant added later is verified in the background.
  setPlantSessions(
    buildPlant('cesena', {}),
    buildPlant('forli', { state: 'bad' }),
    buildPlant('rimini', { state: 'verifying' }),
  );
  await expect.element(page.getByText('2/3')).toBeInTheDocument();
  await expect.element(getMenu).toBeVisible();
});

test('SHELL-15 the user can skip waiting for a hanging plant', async () => {
  setPlantSessions(buildPlant('forli', { state: 'verifying' }));
  await render(<TestProviders screen={AppShell} path="/lpr" />);
  await userEvent.click(page.getByRole('button', { name: 'Entra senza attendere' }));
  await expect.element(getMenu).toBeVisible();
});

/** A page with user state: an open dialog and a half-typed name. */
function PageWithState(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Aggiungi
      </button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Nuovo impianto">
        <TextInput label="Nome" data-autofocus />
      </Modal>
    </>
  );
}

test.each(['/credentials', '/peer/status', '/settings'])(
  'SHELL-02 %s is there without the layout; a dialog opened in it, its text and the focus stay when the layout comes',
  async (path) => {
    setPlantSessions(buildPlant('cesena', {}), buildPlant('forli', { state: 'verifying' }));
    await render(<TestProviders screen={AppShell} inside={PageWithState} path={path} />);
    await expect.element(page.getByText('1 di 2')).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Aggiungi' }));
    const name = page.getByRole('textbox', { name: 'Nome' });
    await expect.element(name).toHaveFocus();
    await userEvent.keyboard('Cesena Cin');
    const typedIn = name.element();
    setPlantSessions(buildPlant('cesena', {}), buildPlant('forli', {}));
    await expect.element(page.getByText('Accesso agli impianti in corso')).not.toBeInTheDocument();
    await userEvent.keyboard('tura');
    await expect.element(name).toHaveValue('Cesena Cintura');
    expect(name.element()).toBe(typedIn);
    await userEvent.keyboard('{Escape}');
    await expect.element(getMenu).toBeVisible();
  },
);

test.each(['wrong_password', 'missing_keys'] as const)(
  'a vault that does not open because of %s is opened with the recovery key, and is not called damaged',
  async (reason) => {
    setPlantSessions(buildPlant('cesena', {}));
    setLocked(reason);
    await render(<TestProviders screen={AppShell} path="/lpr" />);
    await expect.element(page.getByRole('textbox', { name: 'Chiave di recupero' })).toBeVisible();
    expect(document.body.textContent).not.toContain('danneggiat');
  },
);

test('the search waits for the plants it asks, and is drawn once', async () => {
  setPlantSessions(buildPlant('forli', { state: 'verifying' }));
  await render(<TestProviders screen={AppShell} inside={PageWithState} path="/lpr" />);
  await expect.element(page.getByText('0 di 1')).toBeVisible();
  expect(page.getByRole('button', { name: 'Aggiungi' }).elements()).toEqual([]);
  setPlantSessions(buildPlant('forli', {}));
  await expect.element(page.getByRole('button', { name: 'Aggiungi' })).toBeVisible();
});
