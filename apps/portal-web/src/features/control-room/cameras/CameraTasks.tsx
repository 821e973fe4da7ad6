import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { MAX_TASK_NOTE } from '@varco/contract/plant/camera-tasks.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Remark } from '@varco/ui/Remark.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import type { PlantSession } from '../../../lib/plants/plant-store.ts';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { CameraEventsDialog } from './CameraEventsDialog.tsx';
import styles from './Cameras.module.css';
import { cameraTasksQuery, finishTask, takeTask } from './cameras.api.ts';
import { findPlantTasks, type PlantTask } from './plant-tasks.ts';

type Opened = { readonly kind: 'done' | 'log'; readonly of: PlantTask };

/** Cameras that are silent, each with its likely cause, what to do, and the person who looks after it. */
export function CameraTasks(props: { plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { plants } = props;
  const [opened, open] = useState<Opened | null>(null);
  const found = useQueries({ queries: plants.map(({ peerId }) => cameraTasksQuery(peerId)) });
  const rows = findPlantTasks(
    plants,
    found.map(({ data }) => data),
  );
  const title = t('controlRoom:cameras.silent');
  const part = useRef<HTMLDivElement>(null);
  useShortcuts({ c: () => part.current?.focus() });
  return (
    <div ref={part} className={styles.tasks} tabIndex={-1}>
      <SimpleTable
        label={title}
        caption={title}
        density="dense"
        onNarrow="stack"
        empty={
          rows.length === 0 &&
          found.every(({ isSuccess }) => isSuccess) && (
            <Remark tone="ok" icon="check">
              {t('controlRoom:cameras.noneSilent')}
            </Remark>
          )
        }
        columns={[
          { key: 'gate', title: t('controlRoom:cameras.gate') },
          { key: 'since', title: t('controlRoom:cameras.since') },
          { key: 'cause', title: t('controlRoom:cameras.cause') },
          { key: 'owner', title: t('controlRoom:cameras.owner') },
          { key: 'actions', title: t('controlRoom:cameras.actions'), isTitleHidden: true },
        ]}
      >
        {rows.map((row) => (
          <TaskRow key={`${row.peerId}-${row.task.id}`} row={row} onOpen={(kind) => open({ kind, of: row })} />
        ))}
      </SimpleTable>
      {opened?.kind === 'done' && <DoneDialog row={opened.of} onClose={() => open(null)} />}
      {opened?.kind === 'log' && (
        <CameraEventsDialog
          peerId={opened.of.peerId}
          gate={opened.of.task.varco_id}
          name={opened.of.task.varco}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}

function TaskRow(props: { row: PlantTask; onOpen: (kind: Opened['kind']) => void }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { peerId, plant, task } = props.row;
  const take = useMutation({
    mutationFn: () => takeTask(peerId, task),
    // Also after a refusal: somebody else was quicker, and their name is to be seen.
    onSettled: () => client.invalidateQueries(cameraTasksQuery(peerId)),
  });
  const isDone = task.fatta_da !== null;
  return (
    <TableRow>
      <th scope="row">
        {task.varco}
        <span className={styles.second}>{plant}</span>
      </th>
      <td>
        {formatDateMinute(task.muta_dal)}
        {task.attese !== null && (
          <span className={styles.second}>{t('controlRoom:cameras.expected', { count: task.attese })}</span>
        )}
      </td>
      <td>
        {t(`controlRoom:cameras.causes.${task.causa}`)}
        <span className={styles.second}>{t(`controlRoom:cameras.remedies.${task.causa}`)}</span>
      </td>
      <td>
        {isDone
          ? t('controlRoom:cameras.doneBy', { name: task.fatta_da ?? '' })
          : (task.presa_da ?? t('controlRoom:cameras.nobody'))}
        {task.nota !== null && <span className={styles.second}>{task.nota}</span>}
      </td>
      <td className={styles.actions}>
        {!isDone && (
          <>
            <ActionButton
              action={t('controlRoom:cameras.take')}
              about={task.varco}
              isBusy={take.isPending}
              onPress={() => take.mutate()}
            />
            <ActionButton
              action={t('controlRoom:cameras.done')}
              about={task.varco}
              onPress={() => props.onOpen('done')}
            />
          </>
        )}
        <ActionButton action={t('controlRoom:cameras.log')} about={task.varco} onPress={() => props.onOpen('log')} />
      </td>
    </TableRow>
  );
}

/** A button of a row; its name says of which camera it is. */
function ActionButton(props: { action: string; about: string; isBusy?: boolean; onPress: () => void }): ReactElement {
  const { action, about, isBusy = false, onPress } = props;
  return (
    <Button size="compact-xs" variant="default" loading={isBusy} aria-label={`${action}: ${about}`} onClick={onPress}>
      {action}
    </Button>
  );
}

function DoneDialog(props: { row: PlantTask; onClose: () => void }): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { row, onClose } = props;
  const [note, setNote] = useState('');
  const finish = useMutation({
    mutationFn: () => finishTask(row.peerId, row.task.id, note.trim()),
    onSuccess: async () => {
      await client.invalidateQueries(cameraTasksQuery(row.peerId));
      onClose();
    },
  });
  const code = finish.error instanceof ApiError ? finish.error.code : 'internal';
  return (
    <SaveDialog
      title={t('controlRoom:cameras.doneTitle', { gate: row.task.varco })}
      size="small"
      description={t('controlRoom:cameras.doneText')}
      error={finish.error === null ? null : t(`errors:code.${code}`)}
      canSave={note.trim() !== ''}
      isSaving={finish.isPending}
      onSave={() => finish.mutate()}
      onClose={onClose}
    >
      <Textarea
        label={t('controlRoom:cameras.note')}
        autosize
        minRows={2}
        maxLength={MAX_TASK_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </SaveDialog>
  );
}
