import { type Colour, COLOURS, type Infringement, INFRINGEMENTS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { PROVINCES } from '@varco/domain/provinces.ts';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { cx } from '@varco/ui/cx.ts';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { NATION_CODES } from '../../../widgets/nation-name.ts';
import { ColourSwatch } from '../../../widgets/vehicle/ColourSwatch.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import { FilterField } from './FilterField.tsx';
import { setInfringements } from './filter-groups.ts';
import type { FilterForm } from './filter-form.ts';
import styles from './FilterPanel.module.css';

const toggleValue = <T,>(list: readonly T[], one: T): readonly T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

/** FLT-01, FLT-02: infringements and lists. The blacklist locks most other filters (FLT-03). */
export function InfringementField(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  const toggle = (code: Infringement) => () => set(setInfringements(filter, toggleValue(filter.infringements, code)));
  return (
    <FilterField form={props.form} group="infringements" label={t('filters:infringements.label')}>
      <div className={styles.chips}>
        {INFRINGEMENTS.map((code) => {
          const isOn = filter.infringements.includes(code);
          return (
            <button
              key={code}
              type="button"
              aria-pressed={isOn}
              className={cx(styles.chip, isOn && styles.on)}
              onClick={toggle(code)}
            >
              {t(`filters:infringements.${code}`)}
            </button>
          );
        })}
      </div>
    </FilterField>
  );
}

function ColourField(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  const toggle = (colour: Colour) => () => set({ ...filter, colours: toggleValue(filter.colours, colour) });
  return (
    <FilterField form={props.form} group="colours" label={t('filters:colour.label')}>
      <div className={styles.chips}>
        {COLOURS.map((colour) => (
          <button
            key={colour}
            type="button"
            aria-pressed={filter.colours.includes(colour)}
            aria-label={t(`widgets:colour.${colour}`)}
            title={t(`widgets:colour.${colour}`)}
            className={cx(styles.swatch, filter.colours.includes(colour) && styles.on)}
            onClick={toggle(colour)}
          >
            <ColourSwatch code={colour} size="lg" />
          </button>
        ))}
      </div>
    </FilterField>
  );
}

const PROVINCE_CHOICES = PROVINCES.map(({ id, code, name }) => ({ value: String(id), label: `${name} (${code})` }));

/** Vehicle data and place of registration. */
export function VehicleFields(props: { form: FilterForm; brands: ReactNode }): ReactElement {
  const t = useT();
  const { form } = props;
  const { filter, set } = form;
  return (
    <>
      <ChoiceField
        form={form}
        group="vehicleTypes"
        label={t('filters:vehicle.label')}
        choices={VEHICLE_CLASSES.map((value) => ({ value, label: t(`widgets:vehicle.${value}`) }))}
        value={filter.vehicleTypes}
        onChange={(values) =>
          set({ ...filter, vehicleTypes: VEHICLE_CLASSES.filter((known) => values.includes(known)) })
        }
      />
      {props.brands}
      <ColourField form={form} />
      <FilterField form={form} group="nations" label={t('filters:national.label')}>
        <Segmented
          label={t('filters:national.label')}
          size="sm"
          isFullWidth
          options={(['any', 'national', 'foreign'] as const).map((id) => ({ id, label: t(`filters:national.${id}`) }))}
          value={filter.national}
          onChange={(national) => set({ ...filter, national })}
        />
      </FilterField>
      <ChoiceField
        form={form}
        group="nations"
        label={t('filters:nations.label')}
        choices={NATION_CODES.map((value) => ({ value, label: t(`nations:${value}`) }))}
        value={filter.nations}
        onChange={(values) => set({ ...filter, nations: values })}
      />
      <ProvinceFields form={form} />
      <FilterField form={form} group="citizen" label={t('filters:citizen.label')}>
        <Segmented
          label={t('filters:citizen.label')}
          size="sm"
          isFullWidth
          options={(['all', 'local', 'foreign'] as const).map((id) => ({ id, label: t(`filters:citizen.${id}`) }))}
          value={filter.citizen}
          onChange={(citizen) => set({ ...filter, citizen })}
        />
      </FilterField>
    </>
  );
}

function ProvinceFields(props: { form: FilterForm }): ReactElement {
  const t = useT();
  const { filter, set } = props.form;
  return (
    <>
      <ChoiceField
        form={props.form}
        group="provinces"
        label={t('filters:provinces.in')}
        choices={PROVINCE_CHOICES}
        value={filter.provincesIn.map(String)}
        onChange={(values) => set({ ...filter, provincesIn: values.map(Number) })}
      />
      <ChoiceField
        form={props.form}
        group="provinces"
        label={t('filters:provinces.out')}
        placeholder={t('common:none')}
        choices={PROVINCE_CHOICES}
        value={filter.provincesOut.map(String)}
        onChange={(values) => set({ ...filter, provincesOut: values.map(Number) })}
      />
    </>
  );
}
