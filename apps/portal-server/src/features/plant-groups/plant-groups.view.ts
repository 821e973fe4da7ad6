import type { ManagedPlantGroup } from '@varco/contract/portal/plant-groups.ts';
import type { PlantGroupRow } from './plant-groups.repository.ts';

export const toManagedPlantGroup = (row: PlantGroupRow): ManagedPlantGroup => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  plants: row.plants,
  ver: row.ver,
  changed: { by: row.changed_by, at: row.changed_at },
});
