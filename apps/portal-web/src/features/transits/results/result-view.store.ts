import type { ColumnChoice } from '@varco/ui/column-choice.ts';
import { useMediaQuery } from '@mantine/hooks';
import {
  type ResultView,
  setResultColumns,
  setResultView,
  type TableMode,
  usePreferences,
} from '../../../lib/preferences/preferences.store.ts';

/** Below this width rows would not fit: there are only cards (mock-up 09). */
const PHONE = '(width < 600px)';

export const useIsPhone = (): boolean => useMediaQuery(PHONE);

/** How the results are shown: the remembered choice, and on a phone always cards. */
export function useResultView(): ResultView {
  const chosen = usePreferences(({ resultView }) => resultView);
  return useIsPhone() ? 'grid' : chosen;
}

/** `T`: from rows to cards and back. */
export const toggleResultView = (): void =>
  setResultView(usePreferences.getState().resultView === 'table' ? 'grid' : 'table');

/** Which columns a mode of the table shows and in which order, remembered; and how to change it. */
export function useColumnChoice(mode: TableMode): readonly [ColumnChoice, (choice: ColumnChoice) => void] {
  const choice = usePreferences(({ resultColumns }) => resultColumns[mode]);
  return [choice, (next) => setResultColumns(mode, next)];
}
