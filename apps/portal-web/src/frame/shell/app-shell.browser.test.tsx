import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Around } from '../../../test/around.tsx';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { AppShell } from './AppShell.tsx';

const plant = (id: string, change: Partial<PlantSession>): PlantSession => ({
  credentialId: id,
  peerId: 1,
  origin: `https://${id}.example`,
  credential: {
    url: `https://${id}.example`,
    label: id,
    username: 'rossi',
    password: 'x',
    enabled: true,
    uuid: null,
    pin: null,
    rev: 1,
  },
  peer: null,
  addressConflict: null,
  state: 'ok',
  reason: null,
  wasVerified: false,
  token: null,
  login: null,
  ...change,
});
const setPlants = (...plants: PlantSession[]): void =>
  usePlants.setState({ plants: new Map(plants.map((one) => [one.credentialId, one])), hasRun: true });
const menu = page.getByRole('navigation', { name: 'Navigazione' });

afterEach(() => usePlants.setState({ plants: new Map(), hasRun: false }));

test('SHELL-01 SHELL-02 while one plant is still verifying the page stands without menu and top bar; then they come', async () => {
  setPlants(plant('cesena', {}), plant('forli', { state: 'verifying' }));
  await render(<Around screen={AppShell} path="/lpr" />);
  await expect.element(page.getByText('Accesso agli impianti in corso')).toBeVisible();
  await expect.element(page.getByText('1 di 2')).toBeVisible();
  await expect.element(menu).not.toBeInTheDocument();
  // A failed plant counts as settled: it keeps nobody waiting.
  setPlants(plant('cesena', {}), plant('forli', { state: 'bad', reason: 'timeout' }));
  await expect.element(menu).toBeVisible();
  await expect.element(page.getByText('Accesso agli impianti in corso')).not.toBeInTheDocument();
  // A plant added later is verified beside the work.
  setPlants(plant('cesena', {}), plant('forli', { state: 'bad' }), plant('rimini', { state: 'verifying' }));
  await expect.element(page.getByText('2/3')).toBeInTheDocument();
  await expect.element(menu).toBeVisible();
});

test('SHELL-15 nobody has to wait for a plant that hangs', async () => {
  setPlants(plant('forli', { state: 'verifying' }));
  await render(<Around screen={AppShell} path="/lpr" />);
  await userEvent.click(page.getByRole('button', { name: 'Entra senza attendere' }));
  await expect.element(menu).toBeVisible();
});
