import { Button, Select, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { LOOK_UP_REQUESTS } from '@varco/domain/look-ups/look-up-codes.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Toolbar, ToolbarEnd, ToolbarGroup, ToolbarText } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { PlantSelect } from '../../widgets/plants/PlantSelect.tsx';
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
      w={136}
      onValue={(day) => set({ [name]: day })}
    />
  ));
  return (
    <Toolbar onSubmit={() => props.onFilter(draft)}>
      <PlantSelect
        label={t('lookUps:plant')}
        plants={props.plants}
        value={props.peerId}
        onChange={props.onPlant}
        width={160}
      />
      <ToolbarGroup>{days}</ToolbarGroup>
      <TextInput
        label={t('lookUps:past.like')}
        w={214}
        value={draft.like}
        maxLength={40}
        autoComplete="off"
        onChange={(event) => set({ like: event.currentTarget.value.toUpperCase() })}
      />
      <KindAndPaymentFilters draft={draft} set={set} />
      <Button type="submit" leftSection={<Icon name="filter" />}>
        {t('lookUps:past.apply')}
      </Button>
      <ToolbarEnd>
        <ToolbarText>
          <Link to="/visure-ministeriali" className={styles.link}>
            <Icon name="plus" /> {t('lookUps:toForms')}
          </Link>
        </ToolbarText>
        <Button variant="default" leftSection={<Icon name="download" />} onClick={props.onExport}>
          {t('lookUps:past.export')}
        </Button>
      </ToolbarEnd>
    </Toolbar>
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
        w={150}
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
        w={104}
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
