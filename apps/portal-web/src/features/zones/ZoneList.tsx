import { Button, Menu } from '@mantine/core';
import type { ZoneStatus } from '@varco/contract/plant/zones.ts';
import { cx } from '@varco/ui/cx.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { PlantZone } from '../../widgets/map/zones.api.ts';
import { zoneKey } from './zone-overlays.ts';
import styles from './Zones.module.css';

interface Props {
  readonly zones: readonly PlantZone[];
  readonly status: ReadonlyMap<string, ZoneStatus>;
  readonly selectedKey: string | null;
  readonly failed: readonly string[];
  readonly getPlantName: (peerId: number) => string;
  /** Plants whose zones the user may edit. */
  readonly editable: readonly PlantSession[];
  readonly onChoose: (zone: PlantZone) => void;
  readonly onNew: (peerId: number) => void;
  readonly onEdit: (zone: PlantZone) => void;
  readonly onSearch: (zone: PlantZone) => void;
}

/** Table of the zones, with their current traffic. */
export function ZoneList(props: Props): ReactElement {
  const t = useT();
  const { zones, editable } = props;
  return (
    <section className={styles.list} aria-label={t('maps:zones.list')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('maps:zones.list')}</h2>
        <NewZoneButton {...props} />
      </header>
      {props.failed.map((plant) => (
        <Notice key={plant} tone="al">
          {t('maps:zones.failed', { plant })}
        </Notice>
      ))}
      <SimpleTable
        label={t('maps:zones.list')}
        isFilling
        columns={[
          { key: 'zone', title: t('maps:zones.column.zone') },
          ...(['today', 'recent', 'off', 'alarms'] as const).map((key) => ({
            key,
            title: t(`maps:zones.column.${key}`),
            isNumeric: true,
          })),
          { key: 'actions', title: t('maps:zones.column.actions'), isTitleHidden: true },
        ]}
        empty={
          zones.length === 0 && (
            <EmptyState icon="zone" title={t('maps:zones.none')}>
              {t(editable.length === 0 ? 'maps:zones.noneRefused' : 'maps:zones.noneText')}
            </EmptyState>
          )
        }
      >
        {zones.map((one) => (
          <ZoneRow key={zoneKey(one)} {...props} one={one} />
        ))}
      </SimpleTable>
    </section>
  );
}

function ZoneRow(props: Props & { one: PlantZone }): ReactElement {
  const t = useT();
  const { one, status, selectedKey: chosenKey, editable } = props;
  const { peerId, zone } = one;
  const numbers = status.get(zoneKey(one));
  const isEditable = editable.some((plant) => plant.peerId === peerId);
  return (
    <TableRow isCurrent={zoneKey(one) === chosenKey}>
      <td>
        <TextButton onClick={() => props.onChoose(one)}>
          <span className={styles.swatch} data-colour={zone.colore} /> {zone.nome}
        </TextButton>
        <br />
        <span className={styles.quiet}>
          {props.getPlantName(peerId)} · {t('maps:zones.gates', { count: zone.varchi.length })}
        </span>
      </td>
      <NumberCell>{numbers?.transiti_oggi ?? '–'}</NumberCell>
      <NumberCell>{numbers?.transiti_due_ore ?? '–'}</NumberCell>
      <NumberCell>
        <span className={cx((numbers?.telecamere_spente ?? 0) > 0 && styles.fault)}>
          {numbers === undefined ? '–' : `${numbers.telecamere_spente}/${numbers.telecamere}`}
        </span>
      </NumberCell>
      <NumberCell>
        <span className={cx((numbers?.allarmi_oggi ?? 0) > 0 && styles.fault)}>{numbers?.allarmi_oggi ?? '–'}</span>
      </NumberCell>
      <td className={styles.actions}>
        <IconButton
          icon="search"
          size="sm"
          name={t('maps:zones.search', { zone: zone.nome })}
          isDisabled={zone.varchi.length === 0}
          onClick={() => props.onSearch(one)}
        />
        <IconButton
          icon="edit"
          size="sm"
          name={t(isEditable ? 'maps:zones.edit' : 'maps:zones.editRefused', { zone: zone.nome })}
          isDisabled={!isEditable}
          onClick={() => props.onEdit(one)}
        />
      </td>
    </TableRow>
  );
}

/** Button for a new zone; with several plants, a menu selects the plant. */
function NewZoneButton({ editable, onNew }: Props): ReactElement | null {
  const t = useT();
  const [only, more] = editable;
  if (only === undefined) return null;
  const name = t('maps:zones.add');
  if (more === undefined)
    return (
      <Button size="compact-sm" onClick={() => onNew(only.peerId)}>
        {name}
      </Button>
    );
  return (
    <Menu>
      <Menu.Target>
        <Button size="compact-sm">{name}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {editable.map((plant) => (
          <Menu.Item key={plant.credentialId} onClick={() => onNew(plant.peerId)}>
            {getPlantLabel(plant)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
