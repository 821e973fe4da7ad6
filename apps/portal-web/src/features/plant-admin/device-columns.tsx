import type { Device } from '@varco/contract/plant/devices.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Column } from '@varco/ui/table-model.ts';
import type { Tone } from '@varco/ui/tone.ts';

const STATE_STYLES: Readonly<Record<Device['stato'], readonly [Tone, IconName]>> = {
  registrare: ['nt', 'key'],
  attesa: ['in', 'hourglass'],
  attivo: ['ok', 'check'],
  sospeso: ['wa', 'pause'],
  perso: ['wa', 'warning'],
};

/** Columns of the device list. */
export const buildDeviceColumns = (t: Translate): readonly Column<Device>[] => [
  {
    id: 'name',
    canWrap: true,
    header: t('plantAdmin:devices.column.name'),
    name: t('plantAdmin:devices.column.name'),
    cell: ({ nome, android_id: android, chat }) => [nome, android, chat].filter((text) => text !== '').join(' · '),
  },
  {
    id: 'kind',
    priority: 2,
    header: t('plantAdmin:devices.column.kind'),
    name: t('plantAdmin:devices.column.kind'),
    cell: ({ kind }) => t(`plantAdmin:devices.kind.${kind}`),
  },
  {
    id: 'owner',
    priority: 1,
    header: t('plantAdmin:devices.column.owner'),
    name: t('plantAdmin:devices.column.owner'),
    cell: ({ username }) => username ?? t('plantAdmin:devices.nobody'),
  },
  {
    id: 'state',
    header: t('plantAdmin:devices.column.state'),
    name: t('plantAdmin:devices.column.state'),
    cell: ({ stato }) => {
      const [tone, icon] = STATE_STYLES[stato];
      return (
        <StatusChip tone={tone} icon={icon} size="sm" variant="tint" word={t(`plantAdmin:devices.state.${stato}`)} />
      );
    },
  },
  {
    id: 'enrolled',
    priority: 4,
    header: t('plantAdmin:devices.column.enrolled'),
    name: t('plantAdmin:devices.column.enrolled'),
    cell: ({ registrato_il: at }) => (at === null ? t('plantAdmin:devices.never') : formatDateTime(at)),
  },
  {
    id: 'seen',
    priority: 3,
    header: t('plantAdmin:devices.column.seen'),
    name: t('plantAdmin:devices.column.seen'),
    cell: ({ ultimo_contatto: at }) => (at === null ? t('plantAdmin:devices.never') : formatDateTime(at)),
  },
];
