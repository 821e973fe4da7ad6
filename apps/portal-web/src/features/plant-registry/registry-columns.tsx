import type { RegistryPeer } from '@varco/contract/portal/peers.ts';
import { formatDate, formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { Column } from '@varco/ui/table-model.ts';
import { PlantStatusChip } from '../../widgets/plants/PlantStatusChip.tsx';

/** What a phone has room for; the others stand in the dialog of a plant. */
const PHONE_COLUMNS: ReadonlySet<string> = new Set(['name', 'status', 'lastSeen']);

/** P 2: columns of the plant table, in the order of the specification; unknown values are blank (readings B-33). */
export function buildRegistryColumns(t: Translate, at: string, isPhone: boolean): readonly Column<RegistryPeer>[] {
  const column = (
    id: Parameters<typeof formatHeader>[0],
    cell: Column<RegistryPeer>['cell'],
  ): Column<RegistryPeer> => ({
    id,
    header: formatHeader(id, t),
    name: formatHeader(id, t),
    cell,
  });
  const yesNo = (value: boolean): string => t(value ? 'common:yes' : 'common:no');
  const columns = [
    column('license', (peer) => (peer.license_expiration === null ? '' : formatDate(peer.license_expiration))),
    column('portal', (peer) => peer.version),
    column('name', (peer) => <b>{peer.label}</b>),
    column('status', (peer) => <PlantStatusChip peer={peer} now={at} />),
    column('internalIp', (peer) => peer.internal_ip ?? ''),
    column('externalIp', (peer) => peer.external_ip ?? ''),
    column('enabled', (peer) => yesNo(peer.enabled)),
    column('verified', (peer) => yesNo(peer.verified)),
    column('lastSeen', (peer) => (peer.last_seen === null ? t('plants:table.never') : formatDateTime(peer.last_seen))),
    column('certificate', (peer) => (peer.certificate === null ? '' : formatDate(peer.certificate))),
    column('info', (peer) => peer.info),
    column('smartphone', (peer) => peer.smartphone),
    column('notes', (peer) => peer.notes),
  ];
  return isPhone ? columns.filter(({ id }) => PHONE_COLUMNS.has(id)) : columns;
}

function formatHeader(
  id:
    | 'license'
    | 'portal'
    | 'name'
    | 'status'
    | 'internalIp'
    | 'externalIp'
    | 'enabled'
    | 'verified'
    | 'lastSeen'
    | 'certificate'
    | 'info'
    | 'smartphone'
    | 'notes',
  t: Translate,
): string {
  return t(`plants:table.${id}`);
}
