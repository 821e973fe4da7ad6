import { Button, CopyButton, Modal, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { createJoiningCode as createCall } from '@varco/contract/plant/joining.ts';
import { JOINING_CODE_HOURS } from '@varco/domain/joining/joining-code.ts';
import { parsePlantAddress } from '@varco/domain/plants/plant-address.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import { QrCode } from '@varco/ui/qr/QrCode.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { FormDialog } from '../FormDialog.tsx';
import styles from '../PlantAdmin.module.css';
import type { AdminPlant } from '../PlantAdminLayout.tsx';
import { createJoiningCode } from './joining.api.ts';

/** A code that was just made; it cannot be read again. */
export type MadeCode = CallOutput<typeof createCall>;

const HOURS = [1, 8, JOINING_CODE_HOURS, 72];

/** Makes a joining code: how long it is valid, and for which portal. */
export function NewCodeDialog(props: {
  plant: AdminPlant;
  onMade: (made: MadeCode) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, onMade, onClose } = props;
  const [draft, setDraft] = useState({ hours: JOINING_CODE_HOURS, portal: '' });
  const portal = draft.portal.trim();
  const isGood = portal === '' || parsePlantAddress(portal).ok;
  const make = useMutation({
    mutationFn: () => createJoiningCode(plant.peerId, { hours: draft.hours, portal: portal === '' ? null : portal }),
    onSuccess: onMade,
  });
  return (
    <FormDialog
      title={t('joining:addTitle', { plant: plant.label })}
      saveLabel={t('joining:create')}
      canSave={isGood && !make.isPending}
      isSaving={make.isPending}
      error={make.error}
      onSave={() => make.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('joining:field.hours')}
        description={t('joining:field.hoursHint')}
        allowDeselect={false}
        data={HOURS.map((hours) => ({ value: String(hours), label: t('joining:field.hour', { count: hours }) }))}
        value={String(draft.hours)}
        onChange={(value) => setDraft({ ...draft, hours: Number(value) })}
      />
      <TextInput
        label={t('joining:field.portal')}
        description={t('joining:field.portalHint')}
        maxLength={300}
        value={draft.portal}
        onChange={(event) => setDraft({ ...draft, portal: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

/** Shows a code once, as text and as QR. */
export function MadeCodeDialog({ made, onClose }: { made: MadeCode; onClose: () => void }): ReactElement {
  const t = useT();
  const { code, info } = made;
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={t('joining:code.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.column}>
        <p>{t('joining:code.text')}</p>
        <p className={styles.longCode}>{code}</p>
        <QrCode text={code} label={t('joining:code.qr')} />
        <p className={styles.quiet}>{t('joining:code.until', { time: formatDateTime(info.expires) })}</p>
        <div className={styles.actions}>
          <CopyButton value={code}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {t(copied ? 'joining:code.copied' : 'joining:code.copy')}
              </Button>
            )}
          </CopyButton>
          <Button data-autofocus onClick={onClose}>
            {t('joining:code.done')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
