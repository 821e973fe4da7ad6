import { Checkbox } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { FilterField } from './FilterField.tsx';
import { getControlProps, type FilterForm } from './filter-form.ts';
import styles from './FilterPanel.module.css';
import { SlowFilterWarning } from './PassageFields.tsx';

const VARIATIONS = [0, 1, 2, 3] as const;

/** Tolerated difference from the written plate, and whether unreadable plates are included. */
export function PlateFields(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { form } = props;
  const { filter, set } = form;
  return (
    <>
      <FilterField form={form} group="variations" label={t('filters:variations.label')}>
        <Segmented
          label={t('filters:variations.label')}
          size="sm"
          isFullWidth
          options={VARIATIONS.map((count) => ({ id: String(count), label: t(`filters:variations.v${count}`) }))}
          value={String(filter.variations)}
          onChange={(id) => set({ ...filter, variations: VARIATIONS.find((one) => String(one) === id) ?? 0 })}
        />
        {filter.variations > 0 && (
          <p className={styles.warning}>
            <Icon name="warning" size="sm" /> {t('filters:variations.warning')}
          </p>
        )}
      </FilterField>
      <Checkbox
        label={
          <>
            {t('filters:misreads')} <span className={styles.hint}>{t('filters:misreadsHint')}</span>
          </>
        }
        checked={filter.misreads}
        onChange={(event) => set({ ...filter, misreads: event.currentTarget.checked })}
        {...getControlProps(form, 'misreads')}
      />
      <Checkbox
        label={t('filters:distinct')}
        checked={filter.isDistinct}
        onChange={(event) => set({ ...filter, isDistinct: event.currentTarget.checked })}
        {...getControlProps(form, 'distinct')}
      />
      {filter.isDistinct && <SlowFilterWarning />}
      <Checkbox
        label={t('filters:unknown')}
        checked={filter.noUnknown}
        onChange={(event) => set({ ...filter, noUnknown: event.currentTarget.checked })}
        {...getControlProps(form, 'unknown')}
      />
      <Checkbox
        label={t('filters:taxCodes')}
        checked={filter.hasTaxCodes}
        onChange={(event) => set({ ...filter, hasTaxCodes: event.currentTarget.checked })}
      />
    </>
  );
}
