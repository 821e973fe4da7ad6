import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { useAdministeredPlant } from '../../lib/plants/administered-plant.ts';
import { type PlantSession, usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { PlantAdminLayout } from './PlantAdminLayout.tsx';

const first = createPlantSession(1, 'first', 'Cesena Cintura', 8);
const second = createPlantSession(2, 'second', 'Forlì Sud', 8);
const setPlants = (...plants: readonly PlantSession[]): void =>
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])), hasRun: true });
const signingIn = (plant: PlantSession): PlantSession => ({ ...plant, state: 'verifying', token: null, login: null });

beforeEach(() => {
  bindTranslator(createI18n('it').t);
  useAdministeredPlant.setState({ peerId: null });
});
afterEach(() => usePlants.setState({ plants: new Map(), hasRun: false }));

const renderLayout = () =>
  render(
    <TestProviders
      screen={() => (
        <PlantAdminLayout mayManage={({ level }) => level >= 8} noPlantText="Nessun diritto.">
          {(plant, choice) => (
            <>
              {choice}
              <label>
                Nota
                <input key={plant.peerId} />
              </label>
            </>
          )}
        </PlantAdminLayout>
      )}
    />,
  );
const choice = page.getByRole('combobox', { name: 'Impianto' });

test('a plant that signs in later is shown first, unless work on another has begun', async () => {
  setPlants(signingIn(first), second);
  await renderLayout();
  await expect.element(choice).toHaveValue('Forlì Sud');
  setPlants(first, second);
  await expect.element(choice).toHaveValue('Cesena Cintura');
  setPlants(signingIn(first), second);
  await expect.element(choice).toHaveValue('Forlì Sud');
  await userEvent.fill(page.getByRole('textbox', { name: 'Nota' }), 'scritto');
  await userEvent.keyboard('!');
  setPlants(first, second);
  await userEvent.click(page.getByRole('textbox', { name: 'Nota' }));
  await expect.element(page.getByRole('textbox', { name: 'Nota' })).toHaveValue('scritto!');
  await expect.element(choice).toHaveValue('Forlì Sud');
});

test('what is typed stays while the plant renews its sign-in or does not answer', async () => {
  setPlants(first, second);
  await renderLayout();
  const note = page.getByRole('textbox', { name: 'Nota' });
  await userEvent.click(note);
  await userEvent.keyboard('scritto');
  for (const state of ['verifying', 'bad'] as const) {
    setPlants({ ...first, state, token: null }, second);
    await expect.element(note).toHaveValue('scritto');
    await expect.element(choice).toHaveValue('Cesena Cintura');
  }
});

test('nothing is said of rights while a plant still signs in', async () => {
  setPlants(signingIn(first));
  await renderLayout();
  await expect.element(page.getByRole('status')).toBeVisible();
  await expect.element(page.getByText('Nessun diritto.')).not.toBeInTheDocument();
  setPlants({ ...signingIn(first), state: 'bad' });
  await expect.element(page.getByText('Nessun diritto.')).toBeVisible();
});
