import type { Translate } from '@varco/i18n/message-types.ts';
import type { ColumnChoice } from '@varco/ui/column-choice.ts';
import { chosenColumns } from '@varco/ui/column-choice.ts';
import { useMemo } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { plantCode, plantLabel } from '../../../lib/plants/use-plants.ts';
import type { TableMode } from '../../../lib/preferences/preferences.store.ts';
import type { Columns, PlantFacts } from './column-context.ts';
import { adrColumns, plateColumns } from './transit-columns.ts';

const BUILDERS = { plate: plateColumns, adr: adrColumns } as const;
const NOBODY: PlantFacts = { label: '', code: '', retentionDays: 90 };

/** All columns of a mode for the column chooser, which uses only their names; the cells get no plant. */
export const allColumns = (t: Translate, mode: TableMode): Columns =>
  BUILDERS[mode]({ t, plantOf: () => NOBODY, now: '' });

/** The columns chosen by the user, memoized. `now`: instant to which relative dates refer. */
export function useResultColumns(
  mode: TableMode,
  plantOf: (peerId: number) => PlantFacts,
  now: string,
  choice: ColumnChoice,
): Columns {
  const t = useT();
  return useMemo(() => chosenColumns(BUILDERS[mode]({ t, plantOf, now }), choice), [t, mode, plantOf, now, choice]);
}

/** Lookup of the plant data used by cells and cards, memoized until the plants change. */
export function usePlantFacts(plants: readonly PlantSession[]): (peerId: number) => PlantFacts {
  return useMemo(() => {
    const facts = new Map(
      plants.map((plant): readonly [number, PlantFacts] => [
        plant.peerId,
        {
          label: plantLabel(plant),
          code: plantCode(plant),
          retentionDays: plant.login?.parameters.retention_days ?? NOBODY.retentionDays,
        },
      ]),
    );
    return (peerId) => facts.get(peerId) ?? NOBODY;
  }, [plants]);
}
