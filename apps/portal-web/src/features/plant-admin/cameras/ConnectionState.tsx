import type { Camera } from '@varco/contract/plant/camera-intake.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { describeFault } from './camera-words.ts';

/** The connection that the plant opens to a camera: since when, the last message, and why it broke last. */
export function ConnectionState({ camera }: { camera: Camera }): ReactElement | null {
  const t = useT();
  const { ricezione, guasto, stato, collegata_dal: since, ultimo_messaggio: last } = camera;
  const { ultimo_guasto: fault = null, ultimo_guasto_il: failedAt = null } = camera;
  // An older plant does not say it, and a revoked camera is not connected to.
  if (since === undefined || stato === 'revocata') return null;
  if (!['mqtt', 'flusso', 'onvif'].includes(ricezione.tipo)) return null;
  const now =
    since !== null
      ? formatDateTime(since)
      : t('cameraIntake:connection.not', { why: describeFault(t, guasto ?? 'unreachable') });
  const broken =
    fault === null || failedAt === null
      ? t('cameraIntake:connection.never')
      : t('cameraIntake:connection.failed', { why: describeFault(t, fault), at: formatDateTime(failedAt) });
  return (
    <KeyValueList
      items={[
        { key: 'since', label: t('cameraIntake:connection.since'), value: now },
        {
          key: 'last',
          label: t('cameraIntake:connection.last'),
          value: last === null ? t('cameraIntake:connection.none') : formatDateTime(last),
        },
        { key: 'fault', label: t('cameraIntake:connection.fault'), value: broken },
      ]}
    />
  );
}
