import { formatJoiningCode } from '@varco/domain/joining/joining-code.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { bindTranslator } from '../../lib/translate.ts';
import { PlantRegistryScreen } from './PlantRegistryScreen.tsx';

beforeEach(async () => {
  bindTranslator(createI18n('it').t);
  await fetch('/test-portal/reset', { method: 'POST', body: '{}' });
});

const makeCode = (name: string): string =>
  formatJoiningCode({
    plantUuid: '00000000-0000-4000-8000-000000000001',
    address: 'https://cesena.example',
    name,
    fingerprint: new Uint8Array(16),
    secret: new Uint8Array(16).fill(9),
  });
const findLastJoin = async () => {
  const { log, bodies } = (await (await fetch('/test-portal/state')).json()) as { log: string[]; bodies: string[] };
  const at = log.lastIndexOf('POST /api/v1/peers/joining');
  return at === -1 ? null : (JSON.parse(bodies[at] ?? '') as unknown);
};
async function openDialog() {
  await render(<TestProviders screen={() => <PlantRegistryScreen />} />);
  await userEvent.click(page.getByRole('button', { name: 'Collega un impianto' }));
  const dialog = page.getByRole('dialog', { name: 'Collega un impianto' });
  const code = dialog.getByRole('textbox', { name: 'Codice di collegamento' });
  return { dialog, code, button: (name: string) => dialog.getByRole('button', { name }) };
}

test('PLANT-12 ADM-02 a code is read at once, both fingerprints are shown, and the plant is accepted', async () => {
  const { dialog, code, button } = await openDialog();
  const text = makeCode('Nuova');
  const groups = text.split('-');
  const wrong = groups.with(3, `${groups[3]?.slice(0, -1)}${groups[3]?.endsWith('A') === true ? 'B' : 'A'}`);
  await userEvent.fill(code, wrong.join('-'));
  await expect.element(dialog.getByText(`C’è un errore di battitura nel gruppo 3: «${wrong[3]}».`)).toBeVisible();
  await expect.element(button('Chiama l’impianto')).toBeDisabled();
  await userEvent.fill(code, text.toLowerCase().replaceAll('-', ' '));
  await expect.element(dialog.getByText('Codice di Nuova, https://cesena.example.')).toBeVisible();
  await userEvent.click(button('Chiama l’impianto'));
  await expect.element(dialog.getByText('0A1B 2C3D 4E5F 6071 8293 A4B5 C6D7 E8F9')).toBeVisible();
  await expect.element(dialog.getByText('9F8E 7D6C 5B4A 3928 1706 F5E4 D3C2 B1A0')).toBeVisible();
  expect(await findLastJoin()).toBeNull();
  await userEvent.click(button('Accetta l’impianto'));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(await findLastJoin()).toMatchObject({
    fingerprint: '0A1B 2C3D 4E5F 6071 8293 A4B5 C6D7 E8F9',
    confirms_change: false,
  });
});

test('PLANT-12 another key of a known plant is named and must be confirmed; another code begins again', async () => {
  const { dialog, code, button } = await openDialog();
  await userEvent.fill(code, makeCode('Cambiata'));
  await userEvent.click(button('Chiama l’impianto'));
  await expect.element(dialog.getByText(/Cesena Cintura è già nel registro con la chiave 9F8E/)).toBeVisible();
  await expect.element(button('Accetta l’impianto')).toBeDisabled();
  await userEvent.click(dialog.getByRole('checkbox', { name: /So che indirizzo o chiave cambiano/ }));
  await expect.element(button('Accetta l’impianto')).toBeEnabled();
  await userEvent.fill(code, makeCode('Sfasata'));
  await userEvent.click(button('Chiama l’impianto'));
  await expect.element(dialog.getByText(/distanti di 400 secondi/)).toBeVisible();
  expect(await findLastJoin()).toBeNull();
});

test('PLANT-12 address and key of a plant are shown in its form and cannot be typed', async () => {
  await render(<TestProviders screen={() => <PlantRegistryScreen />} />);
  await userEvent.dblClick(page.getByRole('row', { name: /Cesena Cintura/ }));
  const dialog = page.getByRole('dialog', { name: 'Modifica Cesena Cintura' });
  await expect
    .element(dialog.getByText(/Indirizzo https:\/\/cesena\.example, impronta della chiave 0A1B/))
    .toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: /UUID|Chiave|^Indirizzo/ })).not.toBeInTheDocument();
});
