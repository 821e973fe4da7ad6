import { Button, Select, TextInput } from '@mantine/core';
import { LOOK_UP_REQUESTS } from '@varco/domain/look-ups/look-up-codes.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { handleSubmit } from '../../lib/handle-submit.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { requestKey } from './look-up-keys.ts';
import type { HistoryFilter } from './look-ups.api.ts';
import styles from './LookUps.module.css';

const REQUEST_CODES = Object.values(LOOK_UP_REQUESTS);
const ALL = 'all';

/** Filters for the list, the costs and the exported file. */
export function HistoryFilters(props: {
  plants: readonly PlantSession[];
  peerId: number;
  filter: HistoryFilter;
  onPlant: (peerId: number) => void;
  onFilter: (filter: HistoryFilter) => void;
  onExport: () => void;
}): ReactElement {
  const t = useT();
  const [draft, setDraft] = useState(props.filter);
  const set = (change: Partial<HistoryFilter>): void => setDraft((before) => ({ ...before, ...change }));
  const days = (['from', 'to'] as const).map((name) => (
    <ClockField
      key={name}
      label={t(`lookUps:past.${name}`)}
      value={draft[name]}
      usualTime={null}
      isOptional
      onValue={(day) => set({ [name]: day })}
    />
  ));
  return (
    <form className={styles.filters} onSubmit={handleSubmit(async () => props.onFilter(draft))}>
      <Select
        label={t('lookUps:plant')}
        data={props.plants.map((plant) => ({ value: String(plant.peerId), label: getPlantLabel(plant) }))}
        value={String(props.peerId)}
        onChange={(value) => value !== null && props.onPlant(Number(value))}
        disabled={props.plants.length <= 1}
        allowDeselect={false}
      />
      {days}
      <TextInput
        label={t('lookUps:past.like')}
        value={draft.like}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => set({ like: event.currentTarget.value.toUpperCase() })}
      />
      <KindAndPaymentFilters draft={draft} set={set} />
      <Button type="submit" leftSection={<Icon name="filter" />}>
        {t('lookUps:past.apply')}
      </Button>
      <Button variant="default" leftSection={<Icon name="download" />} onClick={props.onExport}>
        {t('lookUps:past.export')}
      </Button>
    </form>
  );
}

/** Filters by kind, and by paid or free. */
function KindAndPaymentFilters(props: {
  draft: HistoryFilter;
  set: (change: Partial<HistoryFilter>) => void;
}): ReactElement {
  const t = useT();
  const { draft, set } = props;
  return (
    <>
      <Select
        label={t('lookUps:past.kind')}
        data={[
          { value: ALL, label: t('lookUps:past.all') },
          ...REQUEST_CODES.map((code) => ({ value: String(code), label: t(requestKey(code)) })),
        ]}
        value={draft.request === null ? ALL : String(draft.request)}
        onChange={(value) => set({ request: REQUEST_CODES.find((code) => String(code) === value) ?? null })}
        allowDeselect={false}
      />
      <Select
        label={t('lookUps:past.payment')}
        data={[
          { value: ALL, label: t('lookUps:past.all') },
          { value: 'paid', label: t('lookUps:past.paidOnly') },
          { value: 'free', label: t('lookUps:past.freeOnly') },
        ]}
        value={draft.isPaid === null ? ALL : draft.isPaid ? 'paid' : 'free'}
        onChange={(value) => set({ isPaid: value === 'paid' ? true : value === 'free' ? false : null })}
        allowDeselect={false}
      />
    </>
  );
}
