import type { StatisticsFigures } from '@varco/contract/plant/statistics.ts';
import { VEHICLE_CLASSES, type VehicleClass } from '@varco/domain/code-lists.ts';
import type { CodeDictionary } from '../../database/code-dictionary.repository.ts';
import type { GateDetails, HourSums, UnreadOfDay } from './gate-figures.repository.ts';
import type { GateDayCell } from './count-period.ts';
import type { PlateBounds } from './count-plates.ts';

const sumFigure = <T>(cells: readonly T[], of: (cell: T) => number): number =>
  cells.reduce((sum, cell) => sum + of(cell), 0);

const isClass = (word: string): word is VehicleClass => VEHICLE_CLASSES.some((one) => one === word);

function countByClass(details: readonly GateDetails[], codes: CodeDictionary): StatisticsFigures['classi'] {
  const counts = new Map<VehicleClass, number>();
  for (const { classes } of details)
    for (const [code, n] of Object.entries(classes)) {
      const word = codes.getWord('class', Number(code));
      const classe = isClass(word) ? word : 'undefined';
      counts.set(classe, (counts.get(classe) ?? 0) + n);
    }
  return VEHICLE_CLASSES.flatMap((classe) => {
    const n = counts.get(classe) ?? 0;
    return n === 0 ? [] : [{ classe, n }];
  });
}

/** Figures of the counted days of cells: those that are not in the hourly sums and are the same for everybody. */
export function buildDetailFigures(
  cells: readonly GateDayCell[],
  codes: CodeDictionary,
): Pick<StatisticsFigures, 'contati' | 'classi' | 'euro'> {
  const details = cells.flatMap((cell) => cell.details ?? []);
  return {
    contati: sumFigure(
      cells.filter((cell) => cell.details !== null),
      ({ sums }) => sums.n,
    ),
    classi: countByClass(details, codes),
    euro: [null, 0, 1, 2, 3, 4, 5, 6].flatMap((euro, at) => {
      const n = sumFigure(details, (one) => one.euro[at] ?? 0);
      return n === 0 ? [] : [{ euro, n }];
    }),
  };
}

/** What one line of a report is made of. */
export interface LineParts {
  readonly cells: readonly GateDayCell[];
  readonly unread: readonly UnreadOfDay[];
}

/** Figures of a report line. `plates` null: the user may not see plates, nor figures about them. */
export function buildFigures(
  { cells, unread }: LineParts,
  plates: PlateBounds | null,
  codes: CodeDictionary,
): StatisticsFigures {
  const details = cells.flatMap((cell) => cell.details ?? []);
  const sum = (name: keyof HourSums): number => sumFigure(cells, ({ sums }) => sums[name]);
  const detail = (of: (one: GateDetails) => number): number => sumFigure(details, of);
  const shown = (n: number): number | null => (plates === null ? null : n);
  return {
    transiti: sum('n'),
    senza_targa: sumFigure(unread, ({ n }) => n),
    targhe_min: plates?.min ?? null,
    targhe_max: plates?.max ?? null,
    straniere: sum('n_foreign'),
    non_assicurate: { n: shown(sum('n_uninsured')), su: shown(detail((one) => one.insurance_checked)) },
    non_revisionate: { n: shown(sum('n_uninspected')), su: shown(detail((one) => one.inspection_checked)) },
    rubate: { n: shown(detail((one) => one.stolen)), su: shown(detail((one) => one.theft_checked)) },
    blacklist: shown(sum('n_alarm')),
    ...buildDetailFigures(cells, codes),
  };
}
