import type { CommandContext } from '../command.ts';
import { MEANINGS } from '@varco/imports/column-names.ts';
import type { InspectedFile } from '@varco/imports/inspect-file.ts';
import type { PlannedImport } from '@varco/imports/plan-import.ts';
import { convertRecord } from '@varco/imports/convert-record.ts';

const PREVIEW_ROWS = 5;
const MAX_CELL_WIDTH = 26;

/** Makes file text safe for a terminal: no control character can move the cursor or change colours. */
const toPlainCell = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, MAX_CELL_WIDTH);

/** Prints how a file will be parsed: the meaning of its columns and its first lines as they would be stored. */
export function showPreview(file: InspectedFile, planned: PlannedImport, { t, print, warn }: CommandContext): void {
  const { plan, columns, sample, dropped } = planned;
  const delimiter = planned.delimiter === '\t' ? 'TAB' : planned.delimiter;
  const format = typeof plan.format === 'string' ? t(`fileImport:format.${plan.format}`) : plan.format.text;
  print(t('cli:import.form', { encoding: file.encoding, delimiter, format }));
  print(t('cli:import.zone', { zone: planned.zoneName }));
  if (file.encoding === 'mixed') warn(t('cli:import.mixedEncoding'));
  if (planned.isOrderGuessed) warn(t('cli:import.guessedOrder', { format }));
  for (const meaning of MEANINGS) {
    const index = plan.mapping.get(meaning);
    if (index !== undefined)
      print(`  ${t(`fileImport:meaning.${meaning}`).padEnd(18)} ${toPlainCell(columns[index] ?? '')}`);
  }
  const used = new Set(plan.mapping.values());
  const unused = columns.filter((_name, index) => !used.has(index)).map(toPlainCell);
  if (unused.length > 0) print(t('cli:import.unused', { columns: unused.join(', ').slice(0, 300) }));
  if (dropped.length > 0)
    print(t('cli:import.dropped', { columns: dropped.map((one) => t(`fileImport:meaning.${one}`)).join(', ') }));
  const heads = (['line', 'plate', 'time', 'gate'] as const).map((one) => t(`fileImport:meaning.${one}`));
  const rows = sample.slice(0, PREVIEW_ROWS).map(({ line, fields }) => {
    const read = convertRecord(line, fields, plan);
    return typeof read === 'string'
      ? [String(line), '-', '-', t('cli:import.refusedRow')]
      : [String(line), read.targa, read.data, read.varco];
  });
  const widths = heads.map((head, i) =>
    Math.min(MAX_CELL_WIDTH, Math.max(...[head, ...rows.map((row) => row[i] ?? '')].map((text) => text.length))),
  );
  for (const row of [heads, ...rows])
    print(`  ${row.map((text, i) => toPlainCell(text).padEnd(widths[i] ?? 0)).join('  ')}`);
}
