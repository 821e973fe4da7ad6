import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TestProviders } from '../../../test/test-providers.tsx';
import { createPlantSession } from '../../../test/result-harness.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { bindTranslator } from '../../lib/translate.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { AnalysisLayout } from './AnalysisLayout.tsx';
import { storedRelatedDraft } from './event-draft.ts';
import { GateToGateScreen } from './GateToGateScreen.tsx';
import { RelatedEventsScreen } from './RelatedEventsScreen.tsx';
import { useAnalysisRun } from './use-analysis-run.ts';

function signInToPlant(group: string, hasGateToGate: boolean): void {
  const plant = createPlantSession(1, crypto.randomUUID(), 'Cesena Cintura', 6);
  if (plant.login === null) throw new Error('not signed in');
  const charts = { expiration_date: null, g2g: hasGateToGate, population: false };
  const login = {
    ...plant.login,
    user: { ...plant.login.user, group },
    license_info: { ...plant.login.license_info, license_options: { adv_charts: charts } },
  };
  usePlants.setState({ plants: new Map([['c1', { ...plant, login }]]) });
}

beforeEach(() => {
  useSession.setState({ status: 'signed-in' });
  bindTranslator(createI18n('it').t);
});
afterEach(() => usePlants.setState({ plants: new Map() }));

const form = page.getByRole('region', { name: 'Domanda' });

test('LIC-07 without the option in a licence there is no gate to gate, and it is said why', async () => {
  signInToPlant('fdo carabinieri', false);
  await render(<TestProviders screen={() => <GateToGateScreen />} />);
  await expect.element(page.getByText(/La licenza di nessun impianto comprende/)).toBeVisible();
  await expect.element(form).not.toBeInTheDocument();
});

test('PERM-01 a plant whose transits one may not read is not asked', async () => {
  signInToPlant('comune', true);
  await render(<TestProviders screen={() => <GateToGateScreen />} />);
  await expect.element(page.getByText('Nessun impianto disponibile')).toBeVisible();
});

test('G2G-01 with it the question is there; a date nobody can read is not asked', async () => {
  signInToPlant('fdo carabinieri', true);
  await render(<TestProviders screen={() => <GateToGateScreen />} />);
  await expect.element(form.getByText(/Scegli almeno due varchi/)).toBeVisible();
  await expect.element(form.getByRole('button', { name: /^Cerca/ })).toBeDisabled();
  await userEvent.fill(form.getByLabelText('Dal', { exact: true }), 'domani');
  await expect.element(form.getByText('Data non leggibile')).toBeVisible();
});

test('events and times of related events come back after a reload', async () => {
  const user = { id: 1, uuid: crypto.randomUUID() } as NonNullable<ReturnType<typeof useSession.getState>['user']>;
  useSession.setState({ user });
  signInToPlant('fdo carabinieri', true);
  const screen = await render(<TestProviders screen={() => <RelatedEventsScreen />} />);
  await userEvent.click(page.getByRole('button', { name: 'Aggiungi evento' }));
  await userEvent.fill(page.getByLabelText('Dal', { exact: true }).nth(2), '03/11/2026 08:15');
  await userEvent.keyboard('{Tab}');
  await storedRelatedDraft.written();
  await screen.unmount();
  await render(<TestProviders screen={() => <RelatedEventsScreen />} />);
  await expect.element(page.getByLabelText('Dal', { exact: true }).nth(2)).toHaveValue('03/11/2026 08:15');
});

const signals: AbortSignal[] = [];

function RunProbe(): ReactElement {
  const run = useAnalysisRun((_question: string, signal) => {
    signals.push(signal);
    return new Promise<string>(() => undefined);
  });
  return (
    <AnalysisLayout
      title="Domanda"
      form={null}
      canRun
      onRun={() => run.start('?')}
      onStop={run.stop}
      state={run.state}
      map={null}
      side="results"
      onSide={() => undefined}
      intro={{ title: 'prima', text: '' }}
      results={null}
    />
  );
}

test('an analysis is stopped by its button or Esc, by the next one, and by leaving: the plants are told each time', async () => {
  signals.length = 0;
  const screen = await render(<TestProviders screen={() => <RunProbe />} />);
  const start = page.getByRole('button', { name: /^Cerca/ });
  await userEvent.click(start);
  await userEvent.click(page.getByRole('button', { name: /^Interrompi richiesta/ }));
  await expect.element(page.getByText('Analisi interrotta')).toBeVisible();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  await userEvent.click(start);
  await userEvent.click(start);
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  await expect.element(page.getByRole('button', { name: /^Interrompi richiesta/ })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => signals.at(-1)?.aborted).toBe(true);
  await userEvent.click(start);
  await screen.unmount();
  await expect.poll(() => signals.at(-1)?.aborted).toBe(true);
});
