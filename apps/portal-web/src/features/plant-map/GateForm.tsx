import { Button, Group, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement, SubmitEvent } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { DIRECTION_CODES, directionKey } from './gate-direction.ts';
import type { GateFault, GateTexts } from './gate-form.ts';
import styles from './PlantMap.module.css';
import type { GateEditor } from './use-gate-editor.ts';

/** Error codes with their own text in this form. */
const KNOWN_REFUSALS = ['conflict', 'duplicate', 'no_perms'] as const;

/** Form of a gate; meanwhile its symbol can be dragged on the map. */
export function GateForm(props: { editor: GateEditor; plant: string }): ReactElement | null {
  const t = useT();
  const { editor } = props;
  const { texts, faults, change, editing, error } = editor;
  if (texts === null || editing === null) return null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    editor.save();
  };
  const code = error instanceof ApiError ? KNOWN_REFUSALS.find((one) => one === error.code) : undefined;
  return (
    <form
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label={t('maps:plants.edit', { gate: editing.gate.fullname })}
    >
      <h2 className={styles.formTitle}>
        {editing.gate.fullname} <span className={styles.quiet}>{props.plant}</span>
      </h2>
      <NameFields texts={texts} faults={faults} change={change} />
      <PositionFields texts={texts} faults={faults} change={change} />
      <CameraFields texts={texts} faults={faults} change={change} />
      {error !== null && (
        <Notice tone="al" isUrgent>
          {t(`maps:plants.refused.${code ?? 'other'}`)}
        </Notice>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={editor.cancel}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={editor.isSaving} disabled={faults.length > 0}>
          {t('common:save')}
        </Button>
      </Group>
    </form>
  );
}

interface FieldsProps {
  readonly texts: GateTexts;
  readonly faults: readonly GateFault[];
  readonly change: (part: Partial<GateTexts>) => void;
}

function NameFields({ texts, faults, change }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <TextInput
        label={t('maps:plants.field.name')}
        value={texts.fullname}
        maxLength={120}
        error={faults.includes('name') && t('maps:plants.fault.name')}
        onChange={({ currentTarget: { value } }) => change({ fullname: value })}
      />
      <TextInput
        label={t('maps:plants.field.desc')}
        value={texts.desc}
        maxLength={255}
        onChange={({ currentTarget: { value } }) => change({ desc: value })}
      />
    </>
  );
}

function PositionFields({ texts, faults, change }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <Group grow>
        <TextInput
          label={t('maps:plants.field.lat')}
          value={texts.lat}
          inputMode="decimal"
          error={faults.includes('position')}
          onChange={({ currentTarget: { value } }) => change({ lat: value })}
        />
        <TextInput
          label={t('maps:plants.field.lon')}
          value={texts.lon}
          inputMode="decimal"
          error={faults.includes('position')}
          onChange={({ currentTarget: { value } }) => change({ lon: value })}
        />
      </Group>
      {faults.includes('position') ? (
        <p className={styles.fault} role="alert">
          {t('maps:plants.fault.position')}
        </p>
      ) : (
        <p className={styles.quiet}>{t('maps:plants.dragHint')}</p>
      )}
    </>
  );
}

function CameraFields({ texts, faults, change }: FieldsProps): ReactElement {
  const t = useT();
  return (
    <>
      <NativeSelect
        label={t('maps:plants.direction')}
        value={String(texts.direction)}
        data={DIRECTION_CODES.map((one) => ({ value: String(one), label: t(directionKey(one)) }))}
        onChange={({ currentTarget: { value } }) => change({ direction: Number(value) })}
      />
      <TextInput
        label={t('maps:plants.camera')}
        value={texts.camera}
        maxLength={80}
        onChange={({ currentTarget: { value } }) => change({ camera: value })}
      />
      <TextInput
        label={t('maps:plants.field.video')}
        value={texts.video}
        maxLength={300}
        error={faults.includes('video') && t('maps:plants.fault.video')}
        onChange={({ currentTarget: { value } }) => change({ video: value })}
      />
      <Textarea
        label={t('maps:plants.field.note')}
        value={texts.note}
        maxLength={255}
        onChange={({ currentTarget: { value } }) => change({ note: value })}
      />
      <Switch
        label={t('maps:plants.field.enabled')}
        checked={texts.isEnabled}
        onChange={({ currentTarget: { checked } }) => change({ isEnabled: checked })}
      />
    </>
  );
}
