import { NumberInput, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import {
  isPictureKind,
  MAX_RETENTION_DAYS,
  type RetentionKind,
  type RetentionPreview,
} from '@varco/contract/plant/settings.ts';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { RetentionLoss } from './RetentionLoss.tsx';
import { formatSettingRefusal } from './setting-refusal.ts';
import { retentionPreviewQuery, saveRetention } from './settings.api.ts';
import type { SettingsPart } from './settings-part.ts';
import { useSettingSave } from './use-setting-save.ts';

const MIN_TEXT_LENGTH = 3;
/** A count is asked once the number of days stands still. */
const TYPING_MS = 400;

type Draft = { days: number | string; basis: string; act: string; confirm: string };

const isTerm = (days: number | string, max: number): days is number =>
  typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= max;

/**
 * A term of retention with its basis and act. A shorter one shows first what it would delete, and is confirmed by typing the
 * code of the plant.
 */
export function RetentionDialog(props: SettingsPart & { kind: RetentionKind; onClose: () => void }): ReactElement {
  const t = useT();
  const { plant, settings, kind, onClose } = props;
  const { retention, code } = settings;
  // As it was when the form opened: its version tells the plant what the person saw.
  const [before] = useState(retention[kind]);
  // A picture cannot outlive its transit.
  const max = isPictureKind(kind) ? Math.min(MAX_RETENTION_DAYS, retention.transits.days) : MAX_RETENTION_DAYS;
  const isShorter = ({ days }: Draft): boolean => isTerm(days, max) && days < before.days;
  const checkText = (text: string): string | null =>
    text.trim().length < MIN_TEXT_LENGTH ? t('plantSettings:retention.textFault') : null;
  const form = useForm<Draft>({
    initialValues: { days: before.days, basis: before.basis, act: before.act, confirm: '' },
    validate: {
      days: (days) => (isTerm(days, max) ? null : t('plantSettings:retention.daysFault', { max })),
      basis: checkText,
      act: checkText,
      confirm: (text, draft) =>
        isShorter(draft) && text.trim() !== code ? t('plantSettings:retention.confirmFault', { code }) : null,
    },
  });
  const loss = useLoss(plant.peerId, kind, isShorter(form.values) ? form.values.days : null);
  const save = useSettingSave(
    props,
    ({ days, confirm, ...texts }: Draft) =>
      saveRetention(plant.peerId, kind, { ...texts, days: Number(days), confirm: confirm.trim(), ver: before.ver }),
    onClose,
  );
  return (
    <SaveDialog
      title={t('plantSettings:retention.editTitle', { kind: t(`plantSettings:retention.of.${kind}`) })}
      error={formatSettingRefusal(save.error, t)}
      canSave={!loss.isCounting}
      isSaving={save.isPending}
      onSave={() => form.onSubmit((values) => save.mutate(values))()}
      onClose={onClose}
    >
      <TermFields form={form} max={max} />
      <RetentionLoss isShorter={isShorter(form.values)} preview={loss.preview} hasFailed={loss.hasFailed} />
      {isShorter(form.values) && (
        <TextInput
          label={t('plantSettings:retention.confirm', { code })}
          autoComplete="off"
          maxLength={80}
          {...form.getInputProps('confirm')}
        />
      )}
    </SaveDialog>
  );
}

/** What a shorter term would delete, once the number of days stands still; `days` null: the term is not shorter. */
function useLoss(
  peerId: number,
  kind: RetentionKind,
  days: number | string | null,
): { preview: RetentionPreview | null; hasFailed: boolean; isCounting: boolean } {
  const [settled] = useDebouncedValue(days, TYPING_MS);
  const isSettled = days !== null && settled === days;
  const found = useQuery({ ...retentionPreviewQuery(peerId, kind, Number(days)), enabled: isSettled });
  const isDone = isSettled && (found.isSuccess || found.isError);
  return {
    preview: isSettled ? (found.data ?? null) : null,
    hasFailed: isSettled && found.isError,
    isCounting: days !== null && !isDone,
  };
}

function TermFields({ form, max }: { form: UseFormReturnType<Draft>; max: number }): ReactElement {
  const t = useT();
  const text = (name: 'basis' | 'act') => ({
    label: t(`plantSettings:retention.${name}`),
    description: t(`plantSettings:retention.${name}Hint`),
    maxLength: 200,
    ...form.getInputProps(name),
  });
  return (
    <FormGrid>
      <NumberInput
        label={t('plantSettings:retention.daysLabel')}
        description={t('plantSettings:retention.daysHint', { max })}
        allowDecimal={false}
        allowNegative={false}
        {...form.getInputProps('days')}
      />
      <TextInput {...text('basis')} />
      <TextInput {...text('act')} />
    </FormGrid>
  );
}
