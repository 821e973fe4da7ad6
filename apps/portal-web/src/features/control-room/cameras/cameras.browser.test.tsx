import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPlantSession } from '../../../../test/result-harness.tsx';
import { NO_WALL } from '../../../../test/no-wall.ts';
import { TestProviders } from '../../../../test/test-providers.tsx';
import { usePlants } from '../../../lib/plants/plant-store.ts';
import { recordResponseTime, useResponseTimes } from '../../../lib/plants/response-times.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { bindTranslator } from '../../../lib/translate.ts';
import { ControlRoomScreen } from '../ControlRoomScreen.tsx';

const LABELS = ['Cesena Cintura', 'Forlì Centro'];
let tokens: readonly string[] = [];
const setMode = (at: number, mode: string): Promise<unknown> =>
  fetch(`/test-plant/${tokens[at]}/${mode}`, { method: 'POST' });

/** Two plants; the user administers the first one only. */
async function renderScreen(modes: readonly [string, string] = ['ok', 'ok']): Promise<void> {
  tokens = LABELS.map(() => crypto.randomUUID());
  for (const [at, mode] of modes.entries()) await setMode(at, mode);
  const plants = LABELS.map((label, at) => createPlantSession(at + 1, tokens[at] ?? '', label, at === 0 ? 8 : 6));
  usePlants.setState({ plants: new Map(plants.map((plant) => [plant.credentialId, plant])) });
  await render(<TestProviders screen={() => <ControlRoomScreen alerts={<p>Allarmi</p>} wall={NO_WALL} />} />);
}

beforeEach(() => {
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(async () => {
  // Ends the open streams.
  for (const at of tokens.keys()) await setMode(at, 'ok');
  usePlants.setState({ plants: new Map() });
  useResponseTimes.setState({ times: new Map(), slow: new Set() });
});

/** A colour of the theme as the browser computes it. */
function readColour(name: string): string {
  const sample = document.createElement('i');
  sample.style.color = `var(${name})`;
  document.body.append(sample);
  const { color } = getComputedStyle(sample);
  sample.remove();
  return color;
}

const panel = page.getByRole('region', { name: 'Telecamere ferme, ultimi 7 giorni' });
const strip = page.getByRole('list', { name: 'Impianti' });

test('CAM-01 the cameras that were off over time, of all plants, as a stepped area and as a table', async () => {
  await renderScreen();
  await expect
    .poll(() => panel.element().querySelector('canvas')?.clientHeight, { timeout: 30_000 })
    .toBeGreaterThan(100);
  await userEvent.click(panel.getByRole('button', { name: 'Mostra come tabella' }));
  const table = panel.getByRole('table', { name: 'Telecamere ferme, ultimi 7 giorni' });
  // Two plants with three cameras off each.
  await expect.element(table.getByRole('row', { name: '20/11/2026 14:30 6 0' })).toBeVisible();
  await expect.poll(() => table.getByRole('row').all().length).toBe(51);
  await expect.element(table.getByRole('row', { name: /^\S+ \S+ 4 0$/ }).first()).toBeVisible();
});

test('a plant that does not answer is named and not counted as zero', async () => {
  await renderScreen(['ok', 'fail']);
  await expect.element(panel.getByText('Forlì Centro: stato delle telecamere non disponibile.')).toBeVisible();
  await expect.element(panel.getByText('parziale, 1 impianto su 2')).toBeVisible();
  await userEvent.click(panel.getByRole('button', { name: 'Mostra come tabella' }));
  await expect.element(panel.getByRole('row', { name: '20/11/2026 14:30 3 0' })).toBeVisible();
});

test('CAM-03 CAM-04 the strip warns of a plant limited to some gates, and has a red badge for a slow one', async () => {
  await renderScreen(['limited', 'ok']);
  expect(readColour('--al-tx')).not.toBe(readColour('--wa-tx'));
  const [limited, slow] = [strip.getByRole('listitem').nth(0), strip.getByRole('listitem').nth(1)];
  const warning = limited.getByText('varchi limitati');
  await expect.element(warning).toBeVisible();
  expect(getComputedStyle(warning.element()).color).toBe(readColour('--wa-tx'));
  expect(warning.element().querySelector('svg')).not.toBeNull();
  await expect.element(slow).toMatchTextContent(/dal vivo/);
  await expect.element(slow.getByText('varchi limitati')).not.toBeInTheDocument();
  await expect.element(strip.getByText('lento')).not.toBeInTheDocument();
  for (let call = 0; call < 5; call += 1) recordResponseTime(2, 4_000);
  const badge = slow.getByText('lento');
  await expect.element(badge).toBeVisible();
  expect(getComputedStyle(badge.element()).color).toBe(readColour('--al-tx'));
});

test('a silent camera is taken, its log read, and finished with a note, by who administers the plant', async () => {
  await renderScreen();
  const row = panel.getByRole('row', { name: /^V03 Via Emilia ovest Cesena Cintura 20\/11\/2026 12:00/ });
  await expect.element(row).toMatchTextContent(/di solito 180 letture da allora/);
  await expect.element(row).toMatchTextContent(/non arriva nulla.*Controllare corrente.*nessuno/);
  expect(panel.getByRole('row', { name: /Forlì Centro/ }).all()).toHaveLength(0);
  await userEvent.click(panel.getByRole('button', { name: 'Prendi: V03 Via Emilia ovest' }));
  await expect.element(row).toMatchTextContent(/amministratore/);

  await userEvent.click(panel.getByRole('button', { name: 'Registro: V03 Via Emilia ovest' }));
  const log = page.getByRole('dialog', { name: 'Registro di V03 Via Emilia ovest' });
  await expect
    .element(log.getByRole('row', { name: '20/11/2026 11:00:00 messaggi rifiutati in un’ora: 4' }))
    .toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(log).not.toBeInTheDocument();

  await userEvent.click(panel.getByRole('button', { name: 'Fatto: V03 Via Emilia ovest' }));
  const form = page.getByRole('dialog', { name: 'Fatto: V03 Via Emilia ovest' });
  await expect.element(form.getByRole('button', { name: 'Salva' })).toBeDisabled();
  await userEvent.fill(form.getByLabelText('Nota'), 'Alimentatore sostituito');
  await userEvent.click(form.getByRole('button', { name: 'Salva' }));
  await expect.element(row).toMatchTextContent(/fatto da amministratore.*Alimentatore sostituito/);
  await expect.element(panel.getByRole('button', { name: 'Prendi: V03 Via Emilia ovest' })).not.toBeInTheDocument();
});

test('C leads to the silent cameras, which stand below the charts', async () => {
  await renderScreen();
  const row = page.getByRole('table', { name: 'Telecamere mute' }).getByRole('row').nth(1);
  await expect.element(row).toBeInTheDocument();
  await userEvent.keyboard('c');
  await expect.poll(() => document.activeElement?.contains(row.element())).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

test('an administrator is told which characters a gate confuses, and what to check', async () => {
  await renderScreen();
  const table = panel.getByRole('table', {
    name: 'Caratteri scambiati, da correzioni e allarmi confermati di 30 giorni',
  });
  await expect.element(table.getByRole('row', { name: /V04 Secante.*legge 8 come B, 31 volte/ })).toBeVisible();
  await expect.element(panel.getByText(/^Controllare pulizia/)).toBeVisible();
  // Of the plant this user administers, and of no other.
  expect(table.getByRole('row').elements()).toHaveLength(2);
});
