import { PLAYBACK_STEP_MS } from '@varco/domain/maps/map-constants.ts';
import { buildTrack } from '@varco/domain/maps/track.ts';
import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { ReactElement } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createTransit } from '../../../test/create-transit.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { registerTransitActions } from '../../lib/transit-actions/action-registry.ts';
import { BUILT_ACTIONS } from '../../lib/transit-actions/built-actions.ts';
import type { TransitAction, TransitActionId } from '../../lib/transit-actions/transit-action.ts';
import { TransitRowActions } from './TransitRowActions.tsx';
import { TRACK_ACTION } from './track-action.ts';
import { usePlayer } from './use-track.ts';
import '../../theme/styles.ts';

afterEach(() => void vi.useRealTimers());

const createAction = (id: TransitActionId, label: TransitAction['label']): TransitAction => ({
  id,
  label,
  icon: 'shield',
  needsValidPlate: true,
  run: () => undefined,
});

test('TMAP-09 the menu of a transit on the track has every action there is, but the one that leads here', async () => {
  bindTranslator(createI18n('it').t);
  const takeBack = registerTransitActions([
    ...BUILT_ACTIONS,
    TRACK_ACTION,
    createAction('accomplices', 'transits:rowAction.accomplices'),
    createAction('visure', 'transits:rowAction.visure'),
    createAction('blacklist', 'transits:rowAction.blacklist'),
  ]);
  const [point] = buildTrack([{ peerId: 7, transit: createTransit(1, { targa: 'GK508RB' }) }]).points;
  if (point === undefined) throw new Error('no point');
  await render(<TestProviders screen={() => <TransitRowActions point={point} />} />);
  await page.getByRole('button', { name: 'Azioni su GK508RB' }).click();
  for (const name of [
    'Dettaglio',
    'Storico targa',
    'Veicoli complici',
    'Stampa',
    'Visure ministeriali',
    'Inserisci in blacklist',
  ])
    await expect.element(page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).first()).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Tracciato su mappa' })).not.toBeInTheDocument();
  takeBack();
});

function TestPlayer(): ReactElement {
  const { pointIndex: at, state, step } = usePlayer(3);
  return (
    <>
      <output>{`${state} ${at}`}</output>
      <button type="button" onClick={() => step({ kind: 'toggle' })}>
        play
      </button>
    </>
  );
}

test('TMAP-05 while it plays, the next transit comes every 1500 ms and after the last the first', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await render(<TestPlayer />);
  const shown = page.getByRole('status');
  await page.getByRole('button', { name: 'play' }).click();
  await expect.element(shown).toHaveTextContent('playing 0');
  for (const at of [1, 2, 0]) {
    vi.advanceTimersByTime(PLAYBACK_STEP_MS - 1);
    vi.advanceTimersByTime(1);
    await expect.element(shown).toHaveTextContent(`playing ${at}`);
  }
  await page.getByRole('button', { name: 'play' }).click();
  vi.advanceTimersByTime(10 * PLAYBACK_STEP_MS);
  await expect.element(shown).toHaveTextContent('stopped 0');
});
