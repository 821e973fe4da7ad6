import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { LegalHold } from '@varco/contract/plant/holds.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import type { ReactElement } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useT } from '../../../lib/i18n.tsx';
import { formatError } from '../../../lib/notices/error-text.ts';
import type { AdminPlant } from '../PlantAdminLayout.tsx';
import { formatHold } from './format-hold.ts';
import { MIN_HOLD_TEXT } from './hold-draft.ts';
import { liftHold } from './holds.api.ts';

/** Ends a legal hold, with the reason that stays in the list and in the log. */
export function LiftDialog(props: {
  plant: AdminPlant;
  hold: LegalHold;
  onSaved: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, hold, onSaved, onClose } = props;
  const form = useForm({
    initialValues: { reason: '' },
    validate: {
      reason: (text) => (text.trim().length < MIN_HOLD_TEXT ? t('plantSettings:holds.textFault') : null),
    },
  });
  const lift = useMutation({
    mutationFn: ({ reason }: { reason: string }) => liftHold(plant.peerId, hold.id, reason.trim()),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
    // Somebody may have lifted it meanwhile: the list behind shows it.
    onError: onSaved,
  });
  const formatRefusal = (error: Error): string => {
    if (!(error instanceof ApiError)) return t('errors:code.internal');
    return error.code === 'conflict' ? t('plantSettings:holds.conflictLift') : formatError(error.facts, false, t);
  };
  return (
    <FormDialog
      title={t('plantSettings:holds.liftTitle')}
      size="small"
      description={t('plantSettings:holds.liftText', { what: formatHold(hold, t) })}
      labels={{ submit: t('plantSettings:holds.lift'), cancel: t('common:cancel'), close: t('common:close') }}
      error={lift.error === null ? null : formatRefusal(lift.error)}
      isBusy={lift.isPending}
      isDestructive
      onSubmit={() => form.onSubmit((values) => lift.mutate(values))()}
      onClose={onClose}
    >
      <TextInput label={t('plantSettings:holds.liftReason')} maxLength={500} {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
