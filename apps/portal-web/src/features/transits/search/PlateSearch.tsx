import { type ReactElement, type Ref, useEffect } from 'react';
import { useReason } from '../../../lib/case/reason.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useDraft } from '../../../lib/use-draft.ts';
import { PlateBox } from '../../../widgets/plate/PlateBox.tsx';
import { focusRows, handFocusToRows, keepFocusInPlateBox } from './first-row-focus.ts';
import { clearRecentSearches, loadRecentSearches, useRecentSearches } from './recent-searches.ts';
import type { SearchFilter } from './search-filter.ts';

/** T 5.1: the plate box searches half a second after the last keystroke. */
export const PLATE_DEBOUNCE_MS = 500;

/** Text of the plate box, which reaches the filter half a second after the last change. */
export const usePlateDraft = (
  filter: SearchFilter,
  onChange: (filter: SearchFilter) => void,
): ReturnType<typeof useDraft<string>> =>
  useDraft(filter.plate, (plate) => onChange({ ...filter, plate }), { delayMs: PLATE_DEBOUNCE_MS });

/** The plate box with the recent searches of the current case. */
export function PlateSearch(props: {
  filter: SearchFilter;
  plate: string;
  onPlate: (plate: string) => void;
  onRun: (filter: SearchFilter) => void;
  onEscape: () => void;
  inputRef: Ref<HTMLInputElement>;
  isTouch: boolean;
  isSearching: boolean;
}): ReactElement {
  const t = useT();
  const { filter, plate, onRun } = props;
  const caseNumber = useReason((reason) => reason.case);
  const recent = useRecentSearches(({ cases }) => cases.find((one) => one.case === caseNumber)?.plates);
  useEffect(() => void loadRecentSearches(), []);
  return (
    <PlateBox
      asked={{ ...filter, plate }}
      inputRef={props.inputRef}
      isDisabled={filter.isAdr}
      isTouch={props.isTouch}
      isSearching={props.isSearching}
      placeholder={filter.isAdr ? t('filters:adr.noPlate') : undefined}
      onChange={(text) => {
        keepFocusInPlateBox();
        props.onPlate(text);
      }}
      onEscape={props.onEscape}
      onSubmit={() => {
        handFocusToRows();
        onRun({ ...filter, plate });
      }}
      onDown={focusRows}
      recent={{
        title: caseNumber === '' ? t('search:plate.recentNoCase') : t('search:plate.recent', { case: caseNumber }),
        plates: recent ?? [],
        onPick: (picked) => {
          // Cancels the pending draft: it would otherwise overwrite the picked plate when that equals the plate
          // searched last.
          props.onPlate(picked);
          onRun({ ...filter, plate: picked });
        },
        onForget: () => clearRecentSearches(caseNumber),
      }}
    />
  );
}
