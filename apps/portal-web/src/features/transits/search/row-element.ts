/** The row or card of a transit. */
export const findRowElement = (key: string): HTMLElement | null =>
  document.getElementById(`lpr-row-${key}`) ?? document.getElementById(`lpr-grid-${key}`);
