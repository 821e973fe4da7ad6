import { MultiSelect } from '@mantine/core';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { getControlProps, type FilterForm } from './filter-form.ts';
import type { FilterGroup } from './filter-groups.ts';
import styles from './FilterPanel.module.css';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled?: boolean;
}

/** Multi-select field with search. No selection means any. */
export function ChoiceField(props: {
  form: FilterForm;
  group: FilterGroup;
  label: string;
  placeholder?: string;
  choices: readonly Choice[] | readonly { readonly group: string; readonly items: readonly Choice[] }[];
  value: readonly string[];
  onChange: (values: readonly string[]) => void;
  onLeave?: () => void;
  most?: { readonly count: number; readonly text: string };
  /** Maximum number of choices drawn at once; the others are found by typing. */
  shown?: number;
  error?: string | undefined;
}): ReactElement {
  const t = useT();
  const { value, most } = props;
  const isFull = most !== undefined && value.length >= most.count;
  return (
    <MultiSelect
      size="xs"
      label={props.label}
      placeholder={value.length === 0 ? (props.placeholder ?? t('filters:any')) : ''}
      data={props.choices.map((choice) => ('items' in choice ? { ...choice, items: [...choice.items] } : choice))}
      value={[...value]}
      onChange={props.onChange}
      {...(props.onLeave === undefined ? {} : { onBlur: props.onLeave })}
      searchable
      classNames={{ pillsList: styles.chosen ?? '' }}
      hidePickedOptions
      clearable
      clearButtonProps={{ 'aria-label': t('filters:remove', { name: props.label }) }}
      nothingFoundMessage={isFull ? most.text : t('filters:none')}
      description={isFull ? most.text : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={props.error}
      {...(props.shown === undefined ? {} : { limit: props.shown })}
      {...(most === undefined ? {} : { maxValues: most.count })}
      comboboxProps={{ withinPortal: true }}
      {...getControlProps(props.form, props.group)}
    />
  );
}
