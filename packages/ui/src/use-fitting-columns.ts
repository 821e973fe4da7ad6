import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Column } from './table-model.ts';

type Prioritized = Pick<Column<never>, 'id' | 'priority' | 'width'>;

/** Width assumed for a column that was never drawn, px. */
const ASSUMED_WIDTH = 72;

/**
 * Columns that do not fit, by id. Columns without a priority always fit; the others get the remaining room in the
 * order of their priority.
 * @param widths known natural widths of columns with a priority, px
 * @param needed natural width of all columns without a priority, px
 */
export function findColumnsToDrop(
  columns: readonly Prioritized[],
  widths: ReadonlyMap<string, number>,
  needed: number,
  room: number,
): readonly string[] {
  let left = room - needed;
  const dropped: string[] = [];
  for (const column of columns.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))) {
    if (column.priority === undefined) continue;
    const width = widths.get(column.id) ?? column.width ?? ASSUMED_WIDTH;
    if (width <= left) left -= width;
    else dropped.push(column.id);
  }
  return dropped;
}

interface Fit {
  readonly dropped: readonly string[];
  /** Even the columns without a priority need more room than there is. */
  readonly isTight: boolean;
}

/** The fit of the last table with these columns. The next one starts with it and need not be drawn twice. */
const lastFits = new Map<string, Fit>();
const WHOLE: Fit = { dropped: [], isTight: false };

/**
 * The columns for which there is room. Natural widths are measured before the browser paints, so that nothing flickers.
 * A table without priorities is not measured.
 */
export function useFittingColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  scroller: RefObject<HTMLElement | null>,
): { readonly columns: readonly Column<Row>[]; readonly isTight: boolean } {
  const key = columns.map(({ id }) => id).join(' ');
  const hasPriorities = columns.some(({ priority }) => priority !== undefined);
  const [fit, setFit] = useState(() => lastFits.get(key) ?? WHOLE);
  const [room, setRoom] = useState(0);
  const widths = useRef(new Map<string, number>());

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!hasPriorities || box === null) return undefined;
    const measure = (): void => setRoom(box.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [scroller, hasPriorities]);

  useLayoutEffect(() => {
    const table = scroller.current?.querySelector('table');
    if (!hasPriorities || table == null || rows.length === 0 || room === 0) return;
    const natural = measureNaturalWidths(table);
    let needed = natural.total;
    for (const { id, priority } of columns) {
      const width = natural.columns.get(id);
      if (priority === undefined || width === undefined) continue;
      widths.current.set(id, width);
      needed -= width;
    }
    const next = {
      dropped: findColumnsToDrop(columns, widths.current, needed, room),
      isTight: needed > room,
    };
    lastFits.set(key, next);
    setFit((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, [scroller, hasPriorities, columns, rows, room, fit, key]);

  const shown = useMemo(() => columns.filter(({ id }) => !fit.dropped.includes(id)), [columns, fit]);
  return hasPriorities ? { columns: shown, isTight: fit.isTight } : { columns, isTight: false };
}

/** Widths that the drawn columns would have if there were room without end. */
function measureNaturalWidths(table: HTMLTableElement): {
  readonly total: number;
  readonly columns: ReadonlyMap<string, number>;
} {
  table.dataset['measured'] = '';
  const columns = new Map<string, number>();
  for (const cell of table.tHead?.rows[0]?.cells ?? [])
    columns.set(cell.dataset['column'] ?? '', cell.getBoundingClientRect().width);
  const total = table.getBoundingClientRect().width;
  delete table.dataset['measured'];
  return { total: Math.ceil(total), columns };
}
