/** Action of a key in a list of rows (design 9 and 10, T 2.4), shared by tables and card grids. */
export type RowAction =
  | { readonly kind: 'move'; readonly index: number }
  | { readonly kind: 'previousPage' | 'nextPage' | 'open' | 'toggle' | 'menu' };

/**
 * Action of a key in a table.
 * @param key `KeyboardEvent.key`
 * @param index current row from 0, -1 when none is current yet
 * @param count rows on this page
 * @param isMulti multi-select is on: Enter ticks instead of opening
 * @returns null when the key is not for the list. Left and right change the page only at the first and last row.
 */
export function toRowAction(key: string, index: number, count: number, isMulti: boolean): RowAction | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return { kind: 'move', index: Math.min(index + 1, count - 1) };
    case 'ArrowUp':
      return { kind: 'move', index: Math.max(index - 1, 0) };
    case 'Home':
      return { kind: 'move', index: 0 };
    case 'End':
      return { kind: 'move', index: count - 1 };
    case 'ArrowLeft':
      return index === 0 ? { kind: 'previousPage' } : null;
    case 'ArrowRight':
      return index === count - 1 ? { kind: 'nextPage' } : null;
    case 'Enter':
      return index < 0 ? null : { kind: isMulti ? 'toggle' : 'open' };
    case ' ':
      return index < 0 ? null : { kind: 'toggle' };
    case '.':
      return index < 0 ? null : { kind: 'menu' };
    default:
      return null;
  }
}

/**
 * Action of a key in a card grid: up and down move by one line of cards, left and right by one card; at the first and
 * last card they change the page.
 * @param columns cards side by side
 */
export function createGridAction(
  columns: number,
): (key: string, index: number, count: number, isMulti: boolean) => RowAction | null {
  return (key, index, count, isMulti) => {
    const last = count - 1;
    if (count === 0 || index < 0) return toRowAction(key === 'ArrowRight' ? 'ArrowDown' : key, index, count, isMulti);
    switch (key) {
      case 'ArrowDown':
        return { kind: 'move', index: isInLastRow(index, count, columns) ? index : Math.min(index + columns, last) };
      case 'ArrowUp':
        return { kind: 'move', index: index < columns ? index : index - columns };
      case 'ArrowLeft':
        return index === 0 ? { kind: 'previousPage' } : { kind: 'move', index: index - 1 };
      case 'ArrowRight':
        return index === last ? { kind: 'nextPage' } : { kind: 'move', index: index + 1 };
      default:
        return toRowAction(key, index, count, isMulti);
    }
  };
}

const isInLastRow = (index: number, count: number, columns: number): boolean =>
  Math.floor(index / columns) === Math.floor((count - 1) / columns);
