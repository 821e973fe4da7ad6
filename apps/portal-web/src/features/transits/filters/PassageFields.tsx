import { NumberInput, Select } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { COMPARISONS, type Recurrence } from '../search/search-filter.ts';
import { FilterField } from './FilterField.tsx';
import { isAboutPlates, setUnread } from './filter-groups.ts';
import type { FilterForm } from './filter-form.ts';
import styles from './FilterPanel.module.css';

/** T 9. */
const MAX_RECURRENCES = 99;
const MAX_LANE = 20;
const MAX_SPEED_KMH = 400;

/** Parses the value of a number field as a whole number within bounds; null when empty. */
function parseWholeNumber(value: string | number, most: number): number | null {
  const number = typeof value === 'number' ? value : Number.parseInt(value, 10);
  return Number.isNaN(number) ? null : Math.min(most, Math.max(0, Math.trunc(number)));
}

/** T 2.2: direction of travel and side of the vehicle that was read (readings TA22). */
export function FacingField(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  return (
    <FilterField form={props.form} group="facing" label={t('filters:direction.label')}>
      <Segmented
        label={t('filters:direction.label')}
        size="sm"
        isFullWidth
        options={[
          { id: 'any', label: t('filters:direction.any') },
          { id: '1', label: t('filters:direction.d1') },
          { id: '2', label: t('filters:direction.d2') },
        ]}
        value={filter.direction === null ? 'any' : filter.direction === 1 ? '1' : '2'}
        onChange={(id) => set({ ...filter, direction: id === 'any' ? null : id === '1' ? 1 : 2 })}
      />
      <span className={styles.label}>{t('filters:framing.label')}</span>
      <Segmented
        label={t('filters:framing.label')}
        size="sm"
        isFullWidth
        options={[
          { id: 'any', label: t('filters:framing.any') },
          { id: '3', label: t('filters:framing.d3') },
          { id: '4', label: t('filters:framing.d4') },
        ]}
        value={filter.framing === null ? 'any' : filter.framing === 3 ? '3' : '4'}
        onChange={(id) => set({ ...filter, framing: id === 'any' ? null : id === '3' ? 3 : 4 })}
      />
    </FilterField>
  );
}

const UNREAD = ['none', 'with', 'only'] as const;

/** Whether passages are searched whose plate no camera read. A filter on plates excludes them. */
export function UnreadField(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  return (
    <FilterField form={props.form} group="unread" label={t('filters:unread.label')}>
      <Segmented
        label={t('filters:unread.label')}
        size="sm"
        isFullWidth
        options={UNREAD.map((id) => ({ id, label: t(`filters:unread.${id}`) }))}
        value={filter.unread}
        onChange={(id) => set(setUnread(filter, UNREAD.find((one) => one === id) ?? 'none'))}
      />
      {filter.unread !== 'none' && isAboutPlates(filter) && (
        <p className={styles.warning}>
          <Icon name="warning" size="sm" /> {t('filters:unread.excluded')}
        </p>
      )}
    </FilterField>
  );
}

/** Lane and speed (readings TA09). */
export function LaneAndSpeedFields(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  const common = { size: 'xs', allowDecimal: false, allowNegative: false, clampBehavior: 'strict', min: 0 } as const;
  return (
    <>
      <FilterField form={props.form} group="speed" label={t('filters:speed.label')}>
        <div className={styles.line}>
          <NumberInput
            {...common}
            aria-label={t('filters:speed.min')}
            placeholder={t('filters:speed.from')}
            max={MAX_SPEED_KMH}
            value={filter.speedMin ?? ''}
            onChange={(value) => set({ ...filter, speedMin: parseWholeNumber(value, MAX_SPEED_KMH) })}
          />
          <NumberInput
            {...common}
            aria-label={t('filters:speed.max')}
            placeholder={t('filters:speed.to')}
            max={MAX_SPEED_KMH}
            value={filter.speedMax ?? ''}
            onChange={(value) => set({ ...filter, speedMax: parseWholeNumber(value, MAX_SPEED_KMH) })}
          />
        </div>
      </FilterField>
      <FilterField form={props.form} group="lane" label={t('filters:lane.label')}>
        <NumberInput
          {...common}
          aria-label={t('filters:lane.label')}
          placeholder={t('filters:any')}
          max={MAX_LANE}
          value={filter.lane ?? ''}
          onChange={(value) => set({ ...filter, lane: parseWholeNumber(value, MAX_LANE) })}
        />
      </FilterField>
    </>
  );
}

/** FLT-19 to FLT-21: number of passages of the plate. Above 0 a warning says that the search is slow. */
export function RecurrenceField(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  const { recurrence } = filter;
  const change = (part: Partial<Recurrence>): void => set({ ...filter, recurrence: { ...recurrence, ...part } });
  return (
    <FilterField form={props.form} group="recurrence" label={t('filters:recurrence.label')}>
      <div className={styles.line}>
        <Select
          size="xs"
          aria-label={t('filters:recurrence.operator')}
          data={COMPARISONS.map(({ word, operator }) => ({ value: operator, label: t(`filters:recurrence.${word}`) }))}
          value={recurrence.operator}
          allowDeselect={false}
          comboboxProps={{ withinPortal: true }}
          onChange={(value) =>
            change({ operator: COMPARISONS.find((one) => one.operator === value)?.operator ?? 'gt' })
          }
        />
        <NumberInput
          size="xs"
          className={styles.short}
          aria-label={t('filters:recurrence.count')}
          min={0}
          max={MAX_RECURRENCES}
          step={1}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="strict"
          placeholder="0"
          startValue={1}
          value={recurrence.count === 0 ? '' : recurrence.count}
          onChange={(value) => change({ count: parseWholeNumber(value, MAX_RECURRENCES) ?? 0 })}
        />
      </div>
      {recurrence.count > 0 && <SlowFilterWarning />}
    </FilterField>
  );
}

/** FLT-21, FLT-22: warning that the filter makes the search slow. */
export function SlowFilterWarning(): ReactElement {
  const t = useT();
  return (
    <p className={styles.warning}>
      <Icon name="gauge" size="sm" /> {t('filters:slow')}
    </p>
  );
}
