import { Select, TextInput } from '@mantine/core';
import type { CameraMapping } from '@varco/contract/plant/camera-intake.ts';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import styles from '../PlantAdmin.module.css';

/** Fields most formats have; others set through the interface stay as they are. */
const MAPPED_FIELDS = [
  'plate',
  'at',
  'externalId',
  'confidence',
  'direction',
  'lane',
  'speed',
  'platePicture',
  'contextPicture',
] as const;

const NO_MAPPING: CameraMapping = {
  each: '',
  fields: {},
  dateOrder: 'dmy',
  confidenceScale: 'auto',
  noPlateWords: [],
};

/** Where the fields of an unknown format are: paths as the trial shows them. */
export function MappingFields(props: {
  mapping: CameraMapping | null;
  onMapping: (mapping: CameraMapping) => void;
}): ReactElement {
  const t = useT();
  const mapping = props.mapping ?? NO_MAPPING;
  const setPath = (field: string, path: string): void => {
    const { [field]: _former, ...others } = mapping.fields;
    props.onMapping({ ...mapping, fields: path === '' ? others : { ...others, [field]: [path] } });
  };
  return (
    <fieldset className={styles.set}>
      <legend>{t('cameraIntake:mapping.title')}</legend>
      <p className={styles.quiet}>{t('cameraIntake:mapping.hint')}</p>
      {MAPPED_FIELDS.map((field) => (
        <TextInput
          key={field}
          label={t(`cameraIntake:mapping.${field}`)}
          required={field === 'plate'}
          maxLength={200}
          value={mapping.fields[field]?.[0] ?? ''}
          onChange={(event) => setPath(field, event.currentTarget.value.trim())}
        />
      ))}
      <Select
        label={t('cameraIntake:mapping.order')}
        allowDeselect={false}
        data={(['dmy', 'mdy'] as const).map((value) => ({ value, label: t(`cameraIntake:mapping.${value}`) }))}
        value={mapping.dateOrder}
        onChange={(value) => props.onMapping({ ...mapping, dateOrder: value === 'mdy' ? 'mdy' : 'dmy' })}
      />
    </fieldset>
  );
}
