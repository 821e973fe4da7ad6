import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** What the keys of a grouped list of plants do; headings and plants are buttons with `data-section` and `data-plant`. */
interface SectionKeys {
  readonly isOpen: (sectionKey: string) => boolean;
  readonly onFold: (sectionKey: string, isOpen: boolean) => void;
  readonly onTick: (row: { readonly sectionKey: string; readonly plantId: string | null }) => void;
}

const ROWS = 'button[data-section], button[data-plant]:enabled';

/**
 * Keys of a grouped list: Up, Down, Home and End go through headings and plants, Left folds a group or goes to its heading,
 * Right unfolds it, the space bar ticks. Enter presses the button, as everywhere.
 * @returns reference for the element around the list
 */
export function useSectionKeys(keys: SectionKeys): RefObject<HTMLElement | null> {
  const listRef = useRef<HTMLElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (listRef.current !== null) handleKey(event, listRef.current, keys);
  });
  useEffect(() => {
    const list = listRef.current;
    const listen = (event: KeyboardEvent): void => press(event);
    list?.addEventListener('keydown', listen);
    return () => list?.removeEventListener('keydown', listen);
  }, []);
  return listRef;
}

function handleKey(event: KeyboardEvent, list: HTMLElement, keys: SectionKeys): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const rows = [...list.querySelectorAll<HTMLElement>(ROWS)];
  const row = event.target instanceof Element ? event.target.closest<HTMLElement>(ROWS) : null;
  // From the field above the list, Down leads into it; all other keys are for typing.
  if (row === null && !(event.key === 'ArrowDown' && isField(event.target))) return;
  const at = row === null ? -1 : rows.indexOf(row);
  if (!moveOrAct(event.key, { rows, row, at }, keys)) return;
  event.preventDefault();
  // The screen has arrows of its own.
  event.stopPropagation();
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox';

/** True when the key has a meaning here. */
function moveOrAct(
  key: string,
  { rows, row, at }: { rows: readonly HTMLElement[]; row: HTMLElement | null; at: number },
  keys: SectionKeys,
): boolean {
  const steps: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
  const step = steps[key];
  if (step !== undefined) {
    rows[Math.max(0, Math.min(step, rows.length - 1))]?.focus();
    return true;
  }
  if (row === null) return false;
  const heading = findHeading(rows, at);
  const sectionKey = heading?.dataset['section'] ?? '';
  if (key === ' ') {
    keys.onTick({ sectionKey, plantId: row.dataset['plant'] ?? null });
    return true;
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false;
  if (row !== heading) {
    if (key === 'ArrowLeft') heading?.focus();
  } else if (keys.isOpen(sectionKey) !== (key === 'ArrowRight')) keys.onFold(sectionKey, key === 'ArrowRight');
  return true;
}

/** The heading a row stands under, or the row itself. */
const findHeading = (rows: readonly HTMLElement[], at: number): HTMLElement | undefined =>
  rows.slice(0, at + 1).findLast((row) => row.dataset['section'] !== undefined);
