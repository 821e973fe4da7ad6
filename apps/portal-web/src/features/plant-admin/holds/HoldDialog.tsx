import { Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { Translate } from '@varco/i18n/message-types.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useT } from '../../../lib/i18n.tsx';
import { formatError } from '../../../lib/notices/error-text.ts';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { ClockField } from '../../../widgets/moment/ClockField.tsx';
import type { AdminPlant } from '../PlantAdminLayout.tsx';
import {
  buildHoldBody,
  findScopeFault,
  findWrongPlate,
  type HoldDraft,
  MAX_HOLD_PLATES,
  MIN_HOLD_TEXT,
  splitPlates,
} from './hold-draft.ts';
import { addHold } from './holds.api.ts';

const EMPTY: HoldDraft = { plates: '', from: '', to: '', reason: '', act: '' };

/** Why the plates and the period do not make a hold, in words; null: they do. */
function findHoldFault(draft: HoldDraft, t: Translate): string | null {
  const wrong = findWrongPlate(draft.plates);
  if (wrong !== null) return t('plantSettings:holds.platesFault', { plate: wrong });
  if (splitPlates(draft.plates).length > MAX_HOLD_PLATES) return t('plantSettings:holds.platesMany');
  const fault = findScopeFault(draft);
  return fault === null ? null : t(`plantSettings:holds.${fault}`);
}

/** A new legal hold; it counts with the answer of the plant. */
export function HoldDialog(props: {
  plant: AdminPlant;
  onSaved: () => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, onSaved, onClose } = props;
  const checkText = (text: string): string | null =>
    text.trim().length < MIN_HOLD_TEXT ? t('plantSettings:holds.textFault') : null;
  const form = useForm<HoldDraft>({
    initialValues: EMPTY,
    validate: {
      plates: (_text, draft) => findHoldFault(draft, t),
      reason: checkText,
      act: checkText,
    },
  });
  const save = useMutation({
    mutationFn: (draft: HoldDraft) => addHold(plant.peerId, buildHoldBody(draft)),
    onSuccess: async () => {
      await onSaved();
      onClose();
    },
  });
  const formatRefusal = (error: Error): string => {
    if (!(error instanceof ApiError)) return t('errors:code.internal');
    return error.code === 'conflict' ? t('plantSettings:holds.conflictAdd') : formatError(error.facts, false, t);
  };
  return (
    <SaveDialog
      title={t('plantSettings:holds.addTitle', { plant: plant.label })}
      description={t('plantSettings:holds.addText')}
      error={save.error === null ? null : formatRefusal(save.error)}
      canSave
      isSaving={save.isPending}
      onSave={() => form.onSubmit((draft) => save.mutate(draft))()}
      onClose={onClose}
    >
      <HoldFields form={form} />
    </SaveDialog>
  );
}

function HoldFields({ form }: { form: UseFormReturnType<HoldDraft> }): ReactElement {
  const t = useT();
  return (
    <FormGrid columns={2}>
      <FormWide>
        <Textarea
          label={t('plantSettings:holds.plates')}
          description={t('plantSettings:holds.platesHint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4000}
          {...form.getInputProps('plates')}
        />
      </FormWide>
      <ClockField
        label={t('plantSettings:holds.from')}
        value={form.values.from}
        usualTime={null}
        isOptional
        onValue={(day) => form.setFieldValue('from', day)}
      />
      <ClockField
        label={t('plantSettings:holds.to')}
        value={form.values.to}
        usualTime={null}
        isOptional
        onValue={(day) => form.setFieldValue('to', day)}
      />
      <FormWide>
        <TextInput label={t('plantSettings:holds.reason')} maxLength={500} {...form.getInputProps('reason')} />
      </FormWide>
      <FormWide>
        <TextInput
          label={t('plantSettings:holds.act')}
          description={t('plantSettings:holds.actHint')}
          maxLength={200}
          {...form.getInputProps('act')}
        />
      </FormWide>
    </FormGrid>
  );
}
