import type { Approval } from '@varco/contract/plant/approvals.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { eventually } from '../../../test/eventually.ts';
import { type ExportHarness, renderExports } from '../../../test/exports-harness.tsx';
import { clearApprovals, setApprovals } from '../../lib/approvals/approvals.store.ts';
import { nowMs, toInstant } from '../../lib/clock.ts';
import { closeExportDialog } from '../../lib/exports/export-request.store.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';

afterEach(() => {
  closeExportDialog();
  clearApprovals();
  usePlants.setState({ plants: new Map() });
});

const CONSENT = '00000000-0000-4000-8000-0000000000a1';
const grantFor = (lastsMs: number): Approval => ({
  id: CONSENT,
  lotto: '00000000-0000-4000-8000-0000000000b1',
  richiedente: 'agente',
  propria: true,
  richiesta_il: toInstant(nowMs() - 120_000),
  motivo: 'indagine',
  fascicolo: '77/2026',
  nota: 'denuncia di maggio',
  filtro: { f_targa: 'AB123CD', f_varchi: [1] },
  stato: 'granted',
  impedimento: null,
  deciso_da: 'm.ferri',
  deciso_il: toInstant(nowMs() - 60_000),
  nota_decisione: 'confermo',
  valida_fino: toInstant(nowMs() + lastsMs),
});
const readNamed = async (world: ExportHarness, of: 'portal' | 'second' = 'portal'): Promise<readonly unknown[]> =>
  (await world.calls(of))
    .filter(({ route }) => route.endsWith('/estimate'))
    .map(({ body }) => Reflect.get(Object(body['filter']), 'consenso'));

test('a plant whose approval covers the filter is asked under it, the others are not; when it ends the dialog says so and asks again within the role', async () => {
  setApprovals(1, [grantFor(4_000)]);
  const world = await renderExports({ screen: 'dialog' });
  await eventually(async () => expect(await readNamed(world)).toEqual([CONSENT]));
  expect(await readNamed(world, 'second')).toEqual([undefined]);
  const over = page.getByText(
    /^Il consenso di m\.ferri è finito alle .*: Cesena Cintura\. L’esportazione resta nei limiti/,
  );
  await expect.element(over, { timeout: 10_000 }).toBeVisible();
  await eventually(async () => expect(await readNamed(world)).toEqual([CONSENT, undefined]));
});

test('selected transits name no approval', async () => {
  setApprovals(1, [grantFor(60_000)]);
  const world = await renderExports({ screen: 'dialog', picked: { 1: ['1145698732100096017'], 2: [] } });
  await eventually(async () => expect(await readNamed(world)).toEqual([undefined]));
});

test('a plant that no longer accepts the approval is named as that, not as one that is away', async () => {
  setApprovals(1, [grantFor(60_000)]);
  await renderExports({ screen: 'dialog', mode: 'unapproved' });
  const plants = page.getByRole('list', { name: 'Stima per impianto' });
  await expect.element(plants.getByText('Il consenso non vale più: chiudi e ripeti la ricerca.')).toBeVisible();
  expect(plants.getByText(/Impianto non contattabile/).elements()).toEqual([]);
});
