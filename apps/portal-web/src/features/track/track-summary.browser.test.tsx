import { buildTrack } from '@varco/domain/maps/track.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { TrackSummary } from './TrackSummary.tsx';
import type { TrackModel } from './use-track-model.ts';

const summary = page.getByRole('region', { name: 'Riepilogo del tracciato' });

async function renderSummary(failed: number) {
  bindTranslator(createI18n('it').t);
  const again = vi.fn<() => void>();
  const sessions = Array.from({ length: failed }, (_, at) =>
    createPlantSession(at + 1, crypto.randomUUID(), `Sito ${at + 1}`, 6),
  );
  usePlants.setState({ plants: new Map(sessions.map((one) => [String(one.peerId), one])) });
  const plants = sessions.map(({ peerId }) => ({
    peerId,
    state: 'failed',
    transits: [],
    omittedCount: 0,
    isLimited: false,
    retry: again,
  }));
  const work = { plants, track: buildTrack([]), roads: { state: 'none' } } as unknown as TrackModel;
  await render(<TestProviders screen={() => <TrackSummary work={work} />} />);
  return again;
}

test('a few plants that did not answer are named, each with its own retry', async () => {
  const again = await renderSummary(2);
  await expect.element(summary.getByText(/^Sito 2 non ha risposto: il percorso può essere incompleto/)).toBeVisible();
  await summary.getByRole('button', { name: 'Riprova' }).nth(1).click();
  expect(again).toHaveBeenCalledTimes(1);
});

test('of many it is said how many; their names are behind it, and one press asks them all again', async () => {
  const again = await renderSummary(60);
  await expect
    .element(summary.getByText('60 impianti non hanno risposto: il percorso può essere incompleto.'))
    .toBeVisible();
  await expect.element(summary.getByText(/Sito 59, Sito 60/)).not.toBeVisible();
  await summary.getByText(/^60 impianti/).click();
  await expect.element(summary.getByText(/Sito 59, Sito 60/)).toBeVisible();
  await summary.getByRole('button', { name: 'Riprova' }).click();
  expect(again).toHaveBeenCalledTimes(60);
});
