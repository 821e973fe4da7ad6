import { Switch, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import type { SettingReason } from '@varco/contract/plant/settings.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { formatSettingRefusal } from './setting-refusal.ts';
import { addReason, saveReason } from './settings.api.ts';
import type { SettingsPart } from './settings-part.ts';
import { useSettingSave } from './use-setting-save.ts';

const CODE = /^[a-z][a-z0-9_-]{0,39}$/;
const MIN_TEXT_LENGTH = 3;

interface Draft {
  readonly code: string;
  readonly it: string;
  readonly en: string;
  readonly requires_case: boolean;
  readonly isUsed: boolean;
}

const createDraft = (before: SettingReason | null): Draft => ({
  code: before?.code ?? '',
  it: before?.it ?? '',
  en: before?.en ?? '',
  requires_case: before?.requires_case ?? false,
  isUsed: before?.retired !== true,
});

/** A new reason, or the texts and rules of one. Its code never changes, because the consultation log names it. */
export function ReasonDialog(
  props: SettingsPart & { before: SettingReason | null; onClose: () => void },
): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { plant, before, onClose } = props;
  const checkText = (text: string): string | null =>
    text.trim().length < MIN_TEXT_LENGTH ? t('plantSettings:reasons.textFault') : null;
  const form = useForm<Draft>({
    initialValues: createDraft(before),
    validate: {
      code: (code) => (CODE.test(code) ? null : t('plantSettings:reasons.codeFault')),
      it: checkText,
      en: checkText,
    },
  });
  const save = useSettingSave(
    props,
    ({ code, isUsed, ...texts }: Draft) =>
      before === null
        ? addReason(plant.peerId, { code, ...texts })
        : saveReason(plant.peerId, code, { ...texts, retired: !isUsed, ver: before.ver }),
    onClose,
  );
  return (
    <SaveDialog
      title={
        before === null
          ? t('plantSettings:reasons.add')
          : t('plantSettings:reasons.editTitle', { name: before[language] })
      }
      error={formatSettingRefusal(save.error, t, before === null)}
      canSave
      isSaving={save.isPending}
      onSave={() => form.onSubmit((values) => save.mutate(values))()}
      onClose={onClose}
    >
      <ReasonFields form={form} isNew={before === null} />
    </SaveDialog>
  );
}

function ReasonFields({ form, isNew }: { form: UseFormReturnType<Draft>; isNew: boolean }): ReactElement {
  const t = useT();
  return (
    <FormGrid columns={2}>
      <TextInput label={t('plantSettings:reasons.italian')} maxLength={120} {...form.getInputProps('it')} />
      <TextInput label={t('plantSettings:reasons.english')} maxLength={120} {...form.getInputProps('en')} />
      <FormWide>
        <TextInput
          label={t('plantSettings:reasons.code')}
          description={t('plantSettings:reasons.codeHint')}
          maxLength={40}
          readOnly={!isNew}
          {...form.getInputProps('code')}
        />
      </FormWide>
      <Switch
        label={t('plantSettings:reasons.requiresCase')}
        {...form.getInputProps('requires_case', { type: 'checkbox' })}
      />
      {!isNew && (
        <Switch
          label={t('plantSettings:reasons.isUsed')}
          description={t('plantSettings:reasons.isUsedHint')}
          {...form.getInputProps('isUsed', { type: 'checkbox' })}
        />
      )}
    </FormGrid>
  );
}
