import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { isValidPlate, normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { formatCallError } from '../../../lib/notices/error-text.ts';
import { correctTransitPlate } from './transits.api.ts';

const MIN_REASON = 3;
const MAX_REASON = 500;

/**
 * Form that corrects the plate of a transit. The plate as read by the camera is stored unchanged, and a search for either plate
 * finds the transit. Entering the plate as read deletes an earlier correction.
 */
export function CorrectionDialog(props: { transit: TransitDetail; peerId: number; onClose: () => void }): ReactElement {
  const t = useT();
  const { transit, peerId, onClose } = props;
  const queries = useQueryClient();
  const [plate, setPlate] = useState(transit.targa_corretta ?? transit.targa);
  const [reason, setReason] = useState('');
  const stated = plate.trim() === '' ? '' : normalisePlate(plate);
  const isUnchanged = stated === (transit.targa_corretta ?? transit.targa);
  const isPlate = stated !== null && (stated === transit.targa || isValidPlate(stated));
  const correct = useMutation({
    mutationFn: () => correctTransitPlate(peerId, transit.id, { targa: stated ?? '', reason: reason.trim() }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['transit', peerId, transit.id] });
      onClose();
    },
  });
  const { error } = correct;
  return (
    <FormDialog
      title={t('detail:correction.title')}
      labels={{ submit: t('detail:correction.submit'), cancel: t('common:cancel'), close: t('common:close') }}
      size="small"
      description={t('detail:correction.text')}
      error={error === null ? null : formatCallError(error, t)}
      canSubmit={isPlate && !isUnchanged && reason.trim().length >= MIN_REASON}
      isBusy={correct.isPending}
      onSubmit={() => correct.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('detail:correction.plate')}
        description={
          transit.targa === ''
            ? t('detail:correction.unreadHint')
            : t('detail:correction.readHint', { plate: transit.targa })
        }
        error={isPlate ? undefined : t('detail:correction.noPlate')}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        value={plate}
        onChange={(event) => setPlate(event.currentTarget.value)}
      />
      <TextInput
        label={t('detail:correction.reason')}
        description={t('detail:correction.reasonHint')}
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
