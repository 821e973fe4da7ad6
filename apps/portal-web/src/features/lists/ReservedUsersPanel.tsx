import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { reservedUsersQuery } from './blacklist.api.ts';
import type { EntryFormState } from './entry-form.ts';
import { canReserveOn } from './list-plants.ts';
import styles from './Lists.module.css';

/** T 2.14: selects a plant, then users by name; T 5.3: only for users of level 8 or more. */
export function ReservedUsersPanel(props: {
  form: EntryFormState;
  plants: readonly PlantSession[];
  /** Plant of an existing entry, which cannot be changed. */
  fixedPlant: PlantSession | null;
}): ReactElement {
  const t = useT();
  const { form, plants, fixedPlant } = props;
  const plant = fixedPlant ?? plants.find(({ credentialId }) => credentialId === form.values.plants[0]) ?? null;
  const isAllowed = plant !== null && canReserveOn(plant);
  return (
    <section className={styles.column} aria-label={t('lists:reserved.title')}>
      <h3 className={styles.title}>{t('lists:reserved.title')}</h3>
      {fixedPlant === null && (
        <Select
          label={t('lists:plant')}
          placeholder={t('lists:reserved.choosePlant')}
          data={plants.map((one) => ({ value: one.credentialId, label: getPlantLabel(one) }))}
          value={plant?.credentialId ?? null}
          onChange={(id) => form.setValues({ plants: id === null ? [] : [id], userIds: [] })}
        />
      )}
      {plant !== null && !isAllowed && <Notice tone="al">{t('lists:reserved.noPermission')}</Notice>}
      {plant !== null && isAllowed && <UserSelection {...{ form, plant }} />}
    </section>
  );
}

function UserSelection(props: { form: EntryFormState; plant: PlantSession }): ReactElement {
  const t = useT();
  const { form, plant } = props;
  const { userIds } = form.values;
  const users = useQuery(reservedUsersQuery(plant.credentialId));
  const own = plant.login?.user.ID;
  if (users.isPending) return <Notice tone="in">{t('lists:reserved.loading')}</Notice>;
  if (users.isError) return <Notice tone="al">{t('lists:reserved.failed')}</Notice>;
  const isOff = own !== undefined && userIds.length > 0 && !userIds.includes(own);
  return (
    <>
      <MultiSelect
        label={t('lists:reserved.users')}
        placeholder={t('lists:reserved.usersHint')}
        searchable
        clearable
        limit={100}
        data={users.data.objects.map((user) => ({ value: String(user.id), label: user.username }))}
        value={userIds.map(String)}
        error={userIds.length === 0 ? t('lists:fault.users') : undefined}
        onChange={(ids) => form.setFieldValue('userIds', ids.map(Number))}
      />
      {isOff && <Notice tone="wa">{t('lists:reserved.notForYou')}</Notice>}
    </>
  );
}
