import { Button, Modal } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Camera, CameraFamily } from '@varco/contract/plant/camera-intake.ts';
import type { CameraMessage } from '@varco/contract/plant/camera-messages.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import adminStyles from '../PlantAdmin.module.css';
import type { AdminPlant } from '../PlantAdminLayout.tsx';
import { refusalKey } from '../refusal-key.ts';
import { ConnectionState } from './ConnectionState.tsx';
import { describeReason } from './camera-words.ts';
import styles from './Cameras.module.css';
import { messageQuery, messagesQuery, retryMessage, toCameraBody, updateCamera } from './cameras.api.ts';
import { ReadingView } from './ReadingView.tsx';

/** What a camera sends, as it arrives: kept messages, how each is read, and the transit it makes or would make. */
export function CameraBench(props: {
  plant: AdminPlant;
  camera: Camera;
  families: readonly CameraFamily[];
  onChanged: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, camera, onChanged } = props;
  const found = useQuery(messagesQuery(plant.peerId, camera.id));
  const [chosen, setChosen] = useState<string | null>(null);
  const messages = found.data?.objects ?? [];
  const current = messages.find(({ id }) => id === chosen) ?? messages[0];
  const refusal = refusalKey(found.error);
  return (
    <Modal
      opened
      onClose={props.onClose}
      size="min(1080px, 96vw)"
      title={t('cameraIntake:bench.title', { name: camera.nome })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={adminStyles.column}>
        <TrialNotice plant={plant} camera={camera} onChanged={onChanged} />
        <ConnectionState camera={camera} />
        {refusal !== null && (
          <Notice tone="al" isUrgent>
            {t(refusal)}
          </Notice>
        )}
        {current === undefined ? (
          <Notice tone="nt">{t('cameraIntake:bench.empty')}</Notice>
        ) : (
          <div className={styles.bench}>
            <MessageList messages={messages} current={current.id} onChoose={setChosen} />
            <MessageDetail
              key={current.id}
              plant={plant}
              camera={camera}
              message={current}
              families={props.families}
              onChanged={async () => {
                await found.refetch();
                await onChanged();
              }}
            />
          </div>
        )}
      </div>
    </Modal>
  );
}

/** Whether what the camera sends counts, what it sent today, and the button that puts it into service. */
function TrialNotice(props: { plant: AdminPlant; camera: Camera; onChanged: () => Promise<void> }): ReactElement {
  const t = useT();
  const { plant, camera, onChanged } = props;
  const start = useMutation({
    mutationFn: async () => {
      await updateCamera(plant.peerId, camera, { ...toCameraBody(camera), prova: false });
      await onChanged();
    },
  });
  const refusal = refusalKey(start.error);
  return (
    <>
      <Notice
        tone={camera.prova ? 'in' : 'ok'}
        actions={
          camera.prova && (
            <Button size="compact-sm" loading={start.isPending} onClick={() => start.mutate()}>
              {t('cameraIntake:bench.start')}
            </Button>
          )
        }
      >
        {t(camera.prova ? 'cameraIntake:bench.trial' : 'cameraIntake:bench.counting')}
      </Notice>
      {refusal !== null && (
        <Notice tone="al" isUrgent>
          {t(refusal)}
        </Notice>
      )}
      <p className={adminStyles.quiet}>
        {t('cameraIntake:bench.counts', {
          reads: camera.oggi.letture,
          noPlate: camera.oggi.senza_targa,
          uncertain: camera.oggi.incerte,
          repeated: camera.oggi.ripetute,
          refused: camera.oggi.rifiutati,
        })}
      </p>
    </>
  );
}

function MessageList(props: {
  messages: readonly CameraMessage[];
  current: string;
  onChoose: (id: string) => void;
}): ReactElement {
  const t = useT();
  return (
    <div className={styles.fields}>
      <SimpleTable label={t('cameraIntake:bench.messages')} density="dense" isFilling>
        {props.messages.map(({ id, ricevuto_il: at, stato, motivo, dimensione }) => (
          <TableRow key={id} isCurrent={id === props.current} tone={stato === 'rifiutato' ? 'al' : 'ac'}>
            <td>
              <TextButton onClick={() => props.onChoose(id)}>{formatDateTime(at)}</TextButton>
              <br />
              {stato === 'rifiutato' ? describeReason(t, motivo) : t('cameraIntake:bench.inTrial')}
              {' · '}
              {t('cameraIntake:bench.bytes', { n: dimensione })}
            </td>
          </TableRow>
        ))}
      </SimpleTable>
    </div>
  );
}

function MessageDetail(props: {
  plant: AdminPlant;
  camera: Camera;
  message: CameraMessage;
  families: readonly CameraFamily[];
  onChanged: () => Promise<void>;
}): ReactElement {
  const t = useT();
  const { plant, camera, message } = props;
  const shown = useQuery(messageQuery(plant.peerId, camera.id, message.id, camera.updated));
  const retry = useMutation({
    mutationFn: async () => {
      const done = await retryMessage(plant.peerId, camera.id, message.id);
      await props.onChanged();
      return done;
    },
  });
  const refusal = refusalKey(retry.error ?? shown.error);
  return (
    <div className={styles.reading}>
      <div className={adminStyles.actions}>
        <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t(message.stato === 'prova' ? 'cameraIntake:bench.store' : 'cameraIntake:bench.retry')}
        </Button>
      </div>
      {refusal !== null && (
        <Notice tone="al" isUrgent>
          {t(refusal)}
        </Notice>
      )}
      {retry.data !== undefined && retry.data.motivo !== null && (
        <Notice tone="wa">{t('cameraIntake:bench.still', { reason: describeReason(t, retry.data.motivo) })}</Notice>
      )}
      {shown.data !== undefined && <ReadingView reading={shown.data.lettura} families={props.families} />}
    </div>
  );
}
