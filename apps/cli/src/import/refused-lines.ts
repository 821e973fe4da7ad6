import { createWriteStream, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import type { CommandContext } from '../command.ts';
import type { RefusalReason } from '@varco/imports/convert-record.ts';
import { formatRefusedRow, toKnownReason } from '@varco/imports/refused-table.ts';

const MAX_PRINTED = 20;

/** Collects refused lines: prints the first ones and writes all of them to a file next to the imported one. */
export interface RefusedLines {
  readonly count: number;
  add(line: number, reason: string, fields: readonly string[]): void;
  /** Closes the file. `isWhole`: all lines were read, so that a file of an earlier run is deleted when none was refused. */
  close(isWhole: boolean): Promise<void>;
}

/** The command can create the gate, so its text also says how. */
function describeReason(reason: string, { t }: CommandContext): string {
  if (reason === 'unknown_gate') return t('cli:import.unknownGate');
  const known = toKnownReason(reason);
  return known === null ? t('fileImport:reason.field', { field: reason }) : t(`fileImport:reason.${known}`);
}

/**
 * `columns`: titles of the imported file, which stand above the refused lines, so that the corrected file can be imported
 * again.
 */
export function createRefusedLines(path: string, columns: readonly string[], context: CommandContext): RefusedLines {
  let [count, file]: [number, WriteStream | null] = [0, null];
  const writeRow = (to: WriteStream, cells: readonly string[]): void => {
    to.write(formatRefusedRow(cells));
  };
  const openFile = (): WriteStream => {
    const opened = createWriteStream(path, { mode: 0o600 });
    const titles = (['line', 'code', 'reason'] as const).map((one) => context.t(`fileImport:refusedTitle.${one}`));
    writeRow(opened, [...titles, ...columns]);
    return opened;
  };
  return {
    get count() {
      return count;
    },
    add(line, reason: RefusalReason | string, fields) {
      count += 1;
      const text = describeReason(reason, context);
      if (count <= MAX_PRINTED) context.warn(context.t('cli:import.refusedLine', { line: String(line), reason: text }));
      if (count === MAX_PRINTED + 1) context.warn(context.t('cli:import.moreRefused'));
      file ??= openFile();
      writeRow(file, [String(line), reason, text, ...fields]);
    },
    async close(isWhole) {
      if (file === null) {
        if (isWhole) await rm(path, { force: true });
        return;
      }
      file.end();
      await finished(file);
    },
  };
}
