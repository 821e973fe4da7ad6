import type { ColumnChoice } from '@varco/ui/column-choice.ts';
import { useIsPhone } from '../../../lib/phone.ts';
import {
  type ResultView,
  setResultColumns,
  setResultView,
  type TableMode,
  usePreferences,
} from '../../../lib/preferences/preferences.store.ts';

/** The remembered view of the results; on a phone always cards. */
export function useResultView(): ResultView {
  const chosen = usePreferences(({ resultView }) => resultView);
  return useIsPhone() ? 'grid' : chosen;
}

/** `T`: switches between rows and cards. */
export const toggleResultView = (): void =>
  setResultView(usePreferences.getState().resultView === 'table' ? 'grid' : 'table');

/** The remembered visible columns of a table mode and their order, with a setter. */
export function useColumnChoice(mode: TableMode): readonly [ColumnChoice, (choice: ColumnChoice) => void] {
  const choice = usePreferences(({ resultColumns }) => resultColumns[mode]);
  return [choice, (next) => setResultColumns(mode, next)];
}
