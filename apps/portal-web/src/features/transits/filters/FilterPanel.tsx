import { Button } from '@mantine/core';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import type { SearchFilter } from '../search/search-filter.ts';
import { BrandField } from './BrandField.tsx';
import { findChangedGroups } from './filter-groups.ts';
import type { FilterForm } from './filter-form.ts';
import styles from './FilterPanel.module.css';
import { FacingField, LaneAndSpeedFields, RecurrenceField, UnreadField } from './PassageFields.tsx';
import { isPeriodReversed } from './period-edit.ts';
import { PeriodField } from './PeriodField.tsx';
import { selectPlants, PlantAndGateFields } from './PlantAndGateFields.tsx';
import { PlateFields } from './PlateFields.tsx';
import { InfringementField, VehicleFields } from './VehicleFields.tsx';

/** T 2.2: every filter. Nothing is searched until "Cerca"; fields that differ from the last search are marked. */
export function FilterPanel(props: {
  filter: SearchFilter;
  /** Filter of the last search; null before the first. */
  searched: SearchFilter | null;
  plants: readonly PlantSession[];
  onChange: (filter: SearchFilter) => void;
  onRun: (filter: SearchFilter) => void;
  onReset: () => void;
  onHide: () => void;
  /** Escape: moves the focus to the rows; false when there are none. */
  onLeave?: () => boolean;
  /** Drawn above the fields: tools that do not fit in the top bar. */
  tools?: ReactNode;
}): ReactElement {
  const t = useT();
  const { filter } = props;
  const changed = findChangedGroups(filter, props.searched);
  const form: FilterForm = { filter, changed, set: props.onChange };
  return (
    // The key of the whole panel; what it does is also done with the pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={styles.panel}
      aria-label={t('filters:title')}
      onKeyDown={(event) => {
        // A list that is open in a field closes first.
        const isOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
        if (event.key === 'Escape' && !isOpen && props.onLeave?.() === true) event.preventDefault();
      }}
    >
      <header className={styles.head}>
        {t('filters:title')}
        <span className={styles.changedCount} role="status">
          {changed.size > 0 && t('filters:changed', { count: changed.size })}
        </span>
        <IconButton icon="chevronLeft" size="sm" name={t('filters:hide')} keys={['F']} onClick={props.onHide} />
      </header>
      <div className={styles.fields}>
        {props.tools}
        <PeriodField form={form} />
        {!filter.isAdr && <InfringementField form={form} />}
        <PlantAndGateFields form={form} plants={props.plants} />
        <VehicleFields form={form} brands={<BrandField form={form} plants={selectPlants(form, props.plants)} />} />
        <FacingField form={form} />
        <LaneAndSpeedFields form={form} />
        <UnreadField form={form} />
        <RecurrenceField form={form} />
        {!filter.isAdr && <PlateFields form={form} />}
      </div>
      <PanelButtons {...props} changed={changed.size} />
    </aside>
  );
}

/** Search and reset, always in sight below the fields. */
function PanelButtons(props: {
  filter: SearchFilter;
  changed: number;
  onRun: (filter: SearchFilter) => void;
  onReset: () => void;
}): ReactElement {
  const t = useT();
  const { filter, changed } = props;
  return (
    <footer className={styles.foot}>
      <Button
        className={styles.run}
        data-changed={changed > 0}
        disabled={isPeriodReversed(filter.period)}
        onClick={() => props.onRun(filter)}
        rightSection={<Kbd keys={[t('common:keys.ctrlEnter')]} />}
        {...(changed > 0 ? { 'aria-description': t('filters:changed', { count: changed }) } : {})}
      >
        {t('filters:run')}
        {changed > 0 && <span className={styles.mark} aria-hidden="true" />}
      </Button>
      <Button variant="default" onClick={props.onReset}>
        {t('filters:reset')}
      </Button>
    </footer>
  );
}
