import { Button, Select, Switch, TextInput } from '@mantine/core';
import { cx } from '@varco/ui/cx.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { managesAll, type ManagedPlant } from './managed-plants.ts';
import styles from './PlantUsers.module.css';
import { DEVICE_FILTERS, YES_NO_FILTERS, EXPIRY_FILTERS, STATUS_FILTERS, type UserChoice } from './user-filter.ts';

type OnChange = (change: Partial<UserChoice>) => void;

/** Search, plant, filters of T 2.17, and actions on the whole list. */
export function UsersBar(props: {
  choice: UserChoice;
  onChange: OnChange;
  plants: readonly ManagedPlant[];
  chosen: ManagedPlant;
  isExporting: boolean;
  onExport: () => void;
  onNew: () => void;
  /** Puts the focus on the first row. */
  onRows: () => void;
}): ReactElement {
  const t = useT();
  const { choice, onChange, plants, chosen } = props;
  // On narrow screens, filters are collapsed.
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ n: props.onNew });
  return (
    <div className={styles.bar}>
      <SearchBox text={choice.text} onText={(text) => onChange({ text })} onRows={props.onRows} />
      <Select
        label={t('users:plant')}
        w={200}
        allowDeselect={false}
        data={plants.map(({ plant }) => ({ value: plant.credentialId, label: getPlantLabel(plant) }))}
        value={chosen.plant.credentialId}
        onChange={(plantId) => plantId !== null && onChange({ plantId, owner: null })}
      />
      <Button
        className={styles.more}
        variant="default"
        leftSection={<Icon name="filter" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('users:filters')}
      </Button>
      <div className={cx(styles.filters, isOpen && styles.open)}>
        <UserFilters choice={choice} onChange={onChange} chosen={chosen} />
      </div>
      <span className={styles.grow} />
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        loading={props.isExporting}
        onClick={props.onExport}
      >
        {t('users:export')}
      </Button>
      <Button leftSection={<Icon name="plus" />} onClick={props.onNew}>
        {t('users:new')}
      </Button>
    </div>
  );
}

/** Down or Enter in the box leads to the rows, as in the list of transits. */
function SearchBox(props: { text: string; onText: (text: string) => void; onRows: () => void }): ReactElement {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ q: () => box.current?.focus(), '/': () => box.current?.focus() });
  return (
    <TextInput
      ref={box}
      className={styles.search}
      label={t('users:search')}
      leftSection={<Icon name="search" />}
      maxLength={100}
      value={props.text}
      onChange={(event) => props.onText(event.currentTarget.value)}
      onKeyDown={({ key }) => ['ArrowDown', 'Enter'].includes(key) && props.onRows()}
    />
  );
}

function UserFilters(props: { choice: UserChoice; onChange: OnChange; chosen: ManagedPlant }): ReactElement {
  const t = useT();
  const { choice, onChange, chosen } = props;
  return (
    <>
      <FilterSelect
        label={t('users:status.label')}
        data={STATUS_FILTERS.map((value) => ({ value, label: t(`users:status.${value}`) }))}
        value={choice.status}
        onChange={(status) => onChange({ status })}
      />
      <FilterSelect
        label={t('users:expiry.label')}
        data={EXPIRY_FILTERS.map((value) => ({ value, label: t(`users:expiry.${value}`) }))}
        value={choice.expiry}
        onChange={(expiry) => onChange({ expiry })}
      />
      <FilterSelect
        label={t('users:device.label')}
        data={DEVICE_FILTERS.map((value) => ({ value, label: t(`users:device.${value}`) }))}
        value={choice.device}
        onChange={(device) => onChange({ device })}
      />
      <FilterSelect
        label={t('users:assigned.label')}
        data={YES_NO_FILTERS.map((value) => ({ value, label: t(`users:assigned.${value}`) }))}
        value={choice.assigned}
        onChange={(assigned) => onChange({ assigned })}
      />
      <FilterSelect
        label={t('users:rca.label')}
        data={YES_NO_FILTERS.map((value) => ({ value, label: t(`users:rca.${value}`) }))}
        value={choice.rca}
        onChange={(rca) => onChange({ rca })}
      />
      {managesAll(chosen.manager) && <OwnerFilter {...{ choice, onChange, chosen }} />}
      <Switch
        label={t('users:flat')}
        checked={choice.isFlat}
        pb={8}
        onChange={(event) => onChange({ isFlat: event.currentTarget.checked })}
      />
    </>
  );
}

/** Owner filter: all users, the manager's own, or those of a user selected from a row. */
function OwnerFilter(props: { choice: UserChoice; onChange: OnChange; chosen: ManagedPlant }): ReactElement {
  const t = useT();
  const { choice, onChange, chosen } = props;
  const { ID: own } = chosen.manager;
  const name = chosen.plant.login?.username ?? '';
  const { owner } = choice;
  const other = owner !== null && owner.id !== own ? [{ value: String(owner.id), label: owner.name }] : [];
  return (
    <FilterSelect
      label={t('users:owner.label')}
      data={[
        { value: 'any', label: t('users:owner.any') },
        { value: String(own), label: t('users:owner.mine') },
        ...other,
      ]}
      value={owner === null ? 'any' : String(owner.id)}
      onChange={(value) => {
        if (value === 'any') onChange({ owner: null });
        else if (value === String(own)) onChange({ owner: { id: own, name } });
      }}
    />
  );
}

function FilterSelect<Value extends string>(props: {
  label: string;
  data: readonly { readonly value: Value; readonly label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}): ReactElement {
  const { label, data, value, onChange } = props;
  return (
    <Select
      label={label}
      w={160}
      allowDeselect={false}
      data={[...data]}
      value={value}
      onChange={(picked) => {
        const found = data.find((one) => one.value === picked);
        if (found !== undefined) onChange(found.value);
      }}
    />
  );
}
