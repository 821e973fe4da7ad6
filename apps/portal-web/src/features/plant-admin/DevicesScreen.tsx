import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DEVICE_KINDS, type Device } from '@varco/contract/plant/devices.ts';
import { canManageUsers } from '@varco/domain/policy/plant-permissions.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import type { RowMenuItem } from '@varco/ui/RowMenu.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { ConfirmRemovalDialog } from './FormDialog.tsx';
import { AdminList } from './AdminList.tsx';
import { buildDeviceColumns } from './device-columns.tsx';
import { AddDeviceDialog, CodeDialog, EditDeviceDialog, type IssuedCode, RenewCodeDialog } from './DeviceDialogs.tsx';
import { type DeviceFilter, devicesQuery, removeDevice } from './plant-admin.api.ts';
import styles from './PlantAdmin.module.css';
import { type AdminPlant, PlantAdminLayout } from './PlantAdminLayout.tsx';

const TYPING_DELAY_MS = 300;
const ASSIGNED_FILTERS = ['all', 'yes', 'no'] as const;
const ASSIGNED_FILTER_KEYS = {
  all: 'plantAdmin:all',
  yes: 'plantAdmin:devices.assigned',
  no: 'plantAdmin:devices.unassigned',
} as const;

/**
 * /peer/devices (DEV-01, PMGMT-06): devices that receive alerts for people of a plant, filtered by kind and by
 * assignment (TA31).
 */
export function DevicesScreen(): ReactElement {
  const t = useT();
  return (
    <PlantAdminLayout mayManage={canManageUsers} noPlantText={t('plantAdmin:devices.noPlantText')}>
      {(plant, choice) => <DeviceManagement key={plant.peerId} plant={plant} choice={choice} />}
    </PlantAdminLayout>
  );
}

type DeviceTask =
  | { readonly kind: 'add' }
  | { readonly kind: 'code'; readonly given: IssuedCode }
  | { readonly kind: 'edit' | 'renew' | 'revoke'; readonly device: Device };

function DeviceManagement({ plant, choice }: { plant: AdminPlant; choice: ReactNode }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const [request, setRequest] = useState<DeviceFilter>({ kind: 'all', assigned: 'all', text: '' });
  const [text] = useDebouncedValue(request.text.trim(), TYPING_DELAY_MS);
  const found = useQuery(devicesQuery(plant.peerId, { ...request, text }));
  const [work, setWork] = useState<DeviceTask | null>(null);
  const close = (): void => setWork(null);
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['devices', plant.peerId] });
  const show = async (input: IssuedCode): Promise<void> => {
    setWork({ kind: 'code', given: input });
    await refresh();
  };
  const isFiltered = request.kind !== 'all' || request.assigned !== 'all' || text !== '';
  useShortcuts({ n: () => setWork({ kind: 'add' }) });
  return (
    <div className={styles.page} id="results">
      <p className={styles.intro}>{t('plantAdmin:devices.intro')}</p>
      <DeviceFilters wish={request} onWish={setRequest} choice={choice}>
        <Button leftSection={<Icon name="plus" />} onClick={() => setWork({ kind: 'add' })}>
          {t('plantAdmin:devices.add')}
        </Button>
      </DeviceFilters>
      <AdminList
        label={t('plantAdmin:devices.title')}
        columns={buildDeviceColumns(t)}
        rows={found.data?.objects}
        error={found.error}
        empty={{
          icon: 'phone',
          title: t('plantAdmin:devices.empty'),
          text: t(isFiltered ? 'plantAdmin:devices.emptyFiltered' : 'plantAdmin:devices.emptyText'),
        }}
        onRetry={() => void found.refetch()}
        onOpen={(device) => setWork({ kind: 'edit', device })}
        actions={(device) => buildDeviceActions(t, device, (kind) => setWork({ kind, device }))}
      />
      {work?.kind === 'add' && <AddDeviceDialog plant={plant} onMade={show} onClose={close} />}
      {work?.kind === 'code' && <CodeDialog given={work.given} onClose={close} />}
      {work?.kind === 'edit' && (
        <EditDeviceDialog plant={plant} device={work.device} onSaved={refresh} onClose={close} />
      )}
      {work?.kind === 'renew' && <RenewCodeDialog plant={plant} device={work.device} onMade={show} onClose={close} />}
      {work?.kind === 'revoke' && (
        <ConfirmRemovalDialog
          title={t('plantAdmin:remove.revokeTitle', { name: work.device.nome })}
          text={t('plantAdmin:remove.device', { plant: plant.label })}
          button={t('plantAdmin:remove.revoke')}
          onClose={close}
          onRemove={async () => {
            await removeDevice(plant.peerId, work.device.id);
            await refresh();
          }}
        />
      )}
    </div>
  );
}

type Translator = ReturnType<typeof useT>;

/** Actions for a device. An enrolled device needs no code, and one that registered itself has none. */
function buildDeviceActions(
  t: Translator,
  { stato }: Device,
  onWork: (kind: 'edit' | 'renew' | 'revoke') => void,
): readonly RowMenuItem[] {
  const isEnrolled = stato === 'attivo' || stato === 'sospeso';
  return [
    { id: 'edit', label: t('plantAdmin:edit'), icon: 'edit', onSelect: () => onWork('edit') },
    {
      id: 'renew',
      label: t('plantAdmin:devices.renew'),
      icon: 'key',
      disabledReason: isEnrolled ? t('plantAdmin:devices.renewOff') : null,
      onSelect: () => onWork('renew'),
    },
    { id: 'revoke', label: t('plantAdmin:devices.revoke'), icon: 'ban', onSelect: () => onWork('revoke') },
  ];
}

function DeviceFilters(props: {
  wish: DeviceFilter;
  onWish: (request: DeviceFilter) => void;
  choice: ReactNode;
  children: ReactNode;
}): ReactElement {
  const t = useT();
  const { wish: request, onWish: onRequest } = props;
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ q: () => box.current?.focus(), '/': () => box.current?.focus() });
  return (
    <div className={styles.bar}>
      <TextInput
        ref={box}
        className={styles.search}
        aria-label={t('plantAdmin:devices.search')}
        placeholder={t('plantAdmin:devices.search')}
        leftSection={<Icon name="search" />}
        maxLength={100}
        value={request.text}
        onChange={(event) => onRequest({ ...request, text: event.currentTarget.value })}
      />
      {props.choice}
      <Segmented
        label={t('plantAdmin:devices.kindFilter')}
        size="sm"
        value={request.kind}
        options={(['all', ...DEVICE_KINDS] as const).map((id) => ({
          id,
          label: t(id === 'all' ? 'plantAdmin:all' : `plantAdmin:devices.kind.${id}`),
        }))}
        onChange={(kind) => onRequest({ ...request, kind })}
      />
      <Segmented
        label={t('plantAdmin:devices.assignedFilter')}
        size="sm"
        value={request.assigned}
        options={ASSIGNED_FILTERS.map((id) => ({ id, label: t(ASSIGNED_FILTER_KEYS[id]) }))}
        onChange={(assigned) => onRequest({ ...request, assigned })}
      />
      <span className={styles.grow} />
      {props.children}
    </div>
  );
}
