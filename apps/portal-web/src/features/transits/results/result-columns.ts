import type { Translate } from '@varco/i18n/message-types.ts';
import type { ColumnChoice } from '@varco/ui/column-choice.ts';
import { selectColumns } from '@varco/ui/column-choice.ts';
import { useMemo } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { getPlantCode, getPlantLabel } from '../../../lib/plants/use-plants.ts';
import type { TableMode } from '../../../lib/preferences/preferences.store.ts';
import type { Columns, PlantFacts } from './column-context.ts';
import { buildAdrColumns, buildPlateColumns } from './transit-columns.ts';

const COLUMN_BUILDERS = { plate: buildPlateColumns, adr: buildAdrColumns } as const;
const UNKNOWN_PLANT: PlantFacts = { label: '', code: '', retentionDays: 90 };

/** All columns of a mode for the column chooser, which uses only their names; the cells get no plant. */
export const buildAllColumns = (t: Translate, mode: TableMode): Columns =>
  COLUMN_BUILDERS[mode]({ t, plantOf: () => UNKNOWN_PLANT, now: '' });

/** The columns chosen by the user, memoized. `now`: instant to which relative dates refer. */
export function useResultColumns(
  mode: TableMode,
  plantOf: (peerId: number) => PlantFacts,
  now: string,
  choice: ColumnChoice,
): Columns {
  const t = useT();
  return useMemo(
    () => selectColumns(COLUMN_BUILDERS[mode]({ t, plantOf, now }), choice),
    [t, mode, plantOf, now, choice],
  );
}

/** Lookup of the plant data used by cells and cards, memoized until the plants change. */
export function usePlantFacts(plants: readonly PlantSession[]): (peerId: number) => PlantFacts {
  return useMemo(() => {
    const facts = new Map(
      plants.map((plant): readonly [number, PlantFacts] => [
        plant.peerId,
        {
          label: getPlantLabel(plant),
          code: getPlantCode(plant),
          retentionDays: plant.login?.parameters.retention_days ?? UNKNOWN_PLANT.retentionDays,
        },
      ]),
    );
    return (peerId) => facts.get(peerId) ?? UNKNOWN_PLANT;
  }, [plants]);
}
