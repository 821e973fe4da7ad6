import { Button, Menu } from '@mantine/core';
import type { ZoneStatus } from '@varco/contract/plant/zones.ts';
import { cx } from '@varco/ui/cx.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.scroll} tabIndex={0} aria-label={t('maps:zones.list')} id="results">
      <header className={styles.head}>
        <h2 className={styles.title}>{t('maps:zones.list')}</h2>
        <NewZoneButton {...props} />
      </header>
      {props.failed.map((plant) => (
        <Notice key={plant} tone="al">
          {t('maps:zones.failed', { plant })}
        </Notice>
      ))}
      {zones.length === 0 ? (
        <EmptyState icon="zone" title={t('maps:zones.none')}>
          {t(editable.length === 0 ? 'maps:zones.noneRefused' : 'maps:zones.noneText')}
        </EmptyState>
      ) : (
        <table className={styles.table}>
          <caption className={styles.unseen}>{t('maps:zones.list')}</caption>
          <thead>
            <tr>
              {(['zone', 'today', 'recent', 'off', 'alarms'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`maps:zones.column.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className={styles.unseen}>{t('maps:zones.column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {zones.map((one) => (
              <ZoneRow key={zoneKey(one)} {...props} one={one} />
            ))}
          </tbody>
        </table>
      )}
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
    <tr className={cx(zoneKey(one) === chosenKey && styles.isChosen)}>
      <td>
        <button type="button" className={styles.link} onClick={() => props.onChoose(one)}>
          <span className={styles.swatch} data-colour={zone.colore} /> {zone.nome}
        </button>
        <br />
        <span className={styles.quiet}>
          {props.getPlantName(peerId)} · {t('maps:zones.gates', { count: zone.varchi.length })}
        </span>
      </td>
      <td>{numbers?.transiti_oggi ?? '–'}</td>
      <td>{numbers?.transiti_due_ore ?? '–'}</td>
      <td className={cx((numbers?.telecamere_spente ?? 0) > 0 && styles.fault)}>
        {numbers === undefined ? '–' : `${numbers.telecamere_spente}/${numbers.telecamere}`}
      </td>
      <td className={cx((numbers?.allarmi_oggi ?? 0) > 0 && styles.fault)}>{numbers?.allarmi_oggi ?? '–'}</td>
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
    </tr>
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
