import type { Gate } from '@varco/contract/plant/gates.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { Column } from '@varco/ui/table-model.ts';
import { directionKey } from '../../../widgets/gate-form/gate-direction.ts';
import { GateStateMark } from '../../../widgets/map/GateLegend.tsx';

const formatPosition = ({ gps_lat: lat, gps_lon: lon }: Gate): string | null =>
  lat === null || lon === null ? null : `${lat.toFixed(5)}, ${lon.toFixed(5)}`;

/** Columns of the gates of a plant. */
export function buildGateColumns(t: Translate): readonly Column<Gate>[] {
  const column = (
    id: 'number' | 'name' | 'state' | 'direction' | 'lanes' | 'position' | 'camera' | 'last' | 'changed',
    cell: Column<Gate>['cell'],
    more: Partial<Column<Gate>> = {},
  ): Column<Gate> => ({
    id,
    header: t(`plantAdmin:gates.column.${id}`),
    name: t(`plantAdmin:gates.column.${id}`),
    cell,
    ...more,
  });
  return [
    column('number', ({ id }) => id, { align: 'end' }),
    column('name', ({ fullname, desc }) => (desc === '' ? fullname : `${fullname} · ${desc}`), { canWrap: true }),
    column('state', ({ stato }) => <GateStateMark state={stato} />, { canWrap: true }),
    column('direction', ({ direction }) => (direction === 0 ? '–' : t(directionKey(direction))), { priority: 3 }),
    column('lanes', ({ lane2: hasTwo }) => (hasTwo ? 2 : 1), { align: 'end', priority: 6 }),
    column('position', (gate) => formatPosition(gate) ?? t('plantAdmin:gates.noPosition'), { priority: 4 }),
    column('camera', ({ modello_cam: model }) => (model === '' ? '–' : model), { priority: 7 }),
    column('last', ({ last_plate_date: at }) => (at === null ? t('maps:plants.never') : formatDateMinute(at)), {
      priority: 2,
    }),
    column('changed', (gate) => formatChange(t, gate), { priority: 5 }),
  ];
}

/** When the gate was changed last and by whom; set up or imported gates were changed by nobody. */
function formatChange(t: Translate, { updated, updated_by: by = '' }: Gate): string {
  if (updated === null) return '–';
  const at = formatDateMinute(updated);
  return by === '' ? at : t('plantAdmin:gates.changedBy', { at, by });
}
