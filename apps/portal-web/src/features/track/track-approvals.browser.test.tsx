import type { Approval } from '@varco/contract/plant/approvals.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { TestProviders } from '../../../test/test-providers.tsx';
import { clearApprovals, setApprovals } from '../../lib/approvals/approvals.store.ts';
import { nowMs, toInstant } from '../../lib/clock.ts';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { TrackApprovals } from './TrackApprovals.tsx';
import type { TrackSettings } from './use-track-model.ts';

const PEER = 1;
const PLATE = 'GK508RB';
const PERIOD = { start: '2026-06-01T00:00:00.000Z', end: '2026-07-01T00:00:00.000Z' };

afterEach(() => {
  clearApprovals();
  usePlants.setState({ plants: new Map() });
});

const grantFor = (lastsMs: number): Approval => ({
  id: '00000000-0000-4000-8000-0000000000a1',
  lotto: '00000000-0000-4000-8000-0000000000b1',
  richiedente: 'agente',
  propria: true,
  richiesta_il: toInstant(nowMs() - 120_000),
  motivo: 'indagine',
  fascicolo: '77/2026',
  nota: 'denuncia di maggio',
  filtro: { f_targa: PLATE, f_startTime: PERIOD.start, f_endTime: PERIOD.end },
  stato: 'granted',
  impedimento: null,
  deciso_da: 'm.ferri',
  deciso_il: toInstant(nowMs() - 60_000),
  nota_decisione: 'confermo',
  valida_fino: toInstant(nowMs() + lastsMs),
});

async function renderApprovals(period: Pick<TrackSettings, 'start' | 'end'>, isLimited: boolean) {
  bindTranslator(createI18n('it').t);
  usePlants.setState({ plants: new Map([['c1', createPlantSession(PEER, crypto.randomUUID(), 'Cesena Cintura', 5)]]) });
  const onSettings = vi.fn<(settings: TrackSettings) => void>();
  const plant = {
    peerId: PEER,
    state: 'answered',
    transits: [],
    omittedCount: 0,
    isLimited,
    retry: () => undefined,
  } as const;
  const settings = { ...period, gapMinutes: 30 };
  const plates = [{ plate: PLATE, plants: [plant] }];
  await render(
    <TestProviders screen={() => <TrackApprovals plates={plates} settings={settings} onSettings={onSettings} />} />,
  );
  return onSettings;
}

test('a track within a granted period says whose approval it is, and says plainly when that is over', async () => {
  setApprovals(PEER, [grantFor(3_000)]);
  await renderApprovals(PERIOD, false);
  await expect
    .element(page.getByText(/^Con il consenso di m\.ferri, scade alle \d\d:\d\d: Cesena Cintura\./))
    .toBeVisible();
  await expect
    .element(
      page.getByText(/^Il consenso di m\.ferri è finito alle .* Il tracciato resta nel periodo del tuo ruolo\.$/),
      {
        timeout: 10_000,
      },
    )
    .toBeVisible();
});

test('a track that the role cuts says so, and offers the period of an approval for the same plate', async () => {
  setApprovals(PEER, [grantFor(60_000)]);
  const onSettings = await renderApprovals({ start: null, end: null }, true);
  await expect
    .element(page.getByText(/^Il tuo ruolo vede solo un periodo limitato su: Cesena Cintura\./))
    .toBeVisible();
  await page.getByRole('button', { name: 'Mostra il periodo del consenso' }).click();
  expect(onSettings).toHaveBeenCalledWith({ ...PERIOD, gapMinutes: 30 });
});

test('without an approval the limit is said and nothing is offered', async () => {
  await renderApprovals({ start: null, end: null }, true);
  await expect.element(page.getByText(/^Il tuo ruolo vede solo un periodo limitato/)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});
