import type { Translate } from '@varco/i18n/message-types.ts';
import { MEANINGS } from '@varco/imports/column-names.ts';
import { formatRefusedRow, toKnownReason } from '@varco/imports/refused-table.ts';

/** Rows that are stored for the download. */
export const MAX_REFUSED_ROWS = 100_000;

/** Text of the reason why a line was refused. */
export function describeRefusal(reason: string, t: Translate): string {
  const known = toKnownReason(reason);
  if (known !== null) return t(`fileImport:reason.${known}`);
  const meaning = MEANINGS.find((one) => one === reason);
  return t('fileImport:reason.field', { field: meaning === undefined ? reason : t(`fileImport:meaning.${meaning}`) });
}

/** Refused lines: their counts, and the first of them for a download. They end with the page. */
export class RefusedList {
  readonly counts = new Map<string, number>();
  #count = 0;
  readonly #rows: { readonly line: number; readonly reason: string; readonly fields: readonly string[] }[] = [];

  get count(): number {
    return this.#count;
  }

  add(line: number, reason: string, fields: readonly string[]): void {
    this.#count += 1;
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1);
    if (this.#rows.length < MAX_REFUSED_ROWS) this.#rows.push({ line, reason, fields });
  }

  /** The list as a CSV file that can be corrected and imported. `columns`: titles of the imported file. */
  toFile(columns: readonly string[], t: Translate): Blob {
    const titles = (['line', 'code', 'reason'] as const).map((one) => t(`fileImport:refusedTitle.${one}`));
    const rows = this.#rows
      .toSorted((a, b) => a.line - b.line)
      .map(({ line, reason, fields }) =>
        formatRefusedRow([String(line), reason, describeRefusal(reason, t), ...fields]),
      );
    // Spreadsheets take a file without a byte order mark for Windows-1252.
    return new Blob(['\ufeff', formatRefusedRow([...titles, ...columns]), ...rows], { type: 'text/csv' });
  }
}
