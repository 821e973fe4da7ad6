import { Button, Group } from '@mantine/core';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement, SubmitEvent } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { MapForm } from '../../widgets/map/MapSplit.tsx';
import { GateFields } from '../../widgets/gate-form/GateFields.tsx';
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
    <MapForm onSubmit={submit} aria-label={t('maps:plants.edit', { gate: editing.gate.fullname })}>
      <h2>
        {editing.gate.fullname} <span className={styles.quiet}>{props.plant}</span>
      </h2>
      <GateFields texts={texts} faults={faults} change={change} positionHint={t('maps:plants.dragHint')} />
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
    </MapForm>
  );
}
