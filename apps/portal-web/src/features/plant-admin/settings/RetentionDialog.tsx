import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { MAX_RETENTION_DAYS, type RetentionKind } from '@varco/contract/plant/settings.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { SaveDialog } from '../../../widgets/forms/SaveDialog.tsx';
import { RetentionLoss } from './RetentionLoss.tsx';
import { formatSettingRefusal } from './setting-refusal.ts';
import { retentionPreviewQuery, saveRetention } from './settings.api.ts';
import type { SettingsPart } from './SettingsScreen.tsx';

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
  const { plant, settings, kind, onSaved, onClose } = props;
  const { retention, code } = settings;
  const before = retention[kind];
  // A picture cannot outlive its transit.
  const max = kind === 'transits' ? MAX_RETENTION_DAYS : Math.min(MAX_RETENTION_DAYS, retention.transits.days);
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
  const [settledDays] = useDebouncedValue(form.values.days, TYPING_MS);
  const isAsked = isShorter(form.values) && settledDays === form.values.days;
  const preview = useQuery({
    ...retentionPreviewQuery(plant.peerId, kind, Number(form.values.days)),
    enabled: isAsked,
  });
  const save = useMutation({
    mutationFn: ({ days, confirm, ...texts }: Draft) =>
      saveRetention(plant.peerId, kind, { ...texts, days: Number(days), confirm: confirm.trim(), ver: before.ver }),
    onSuccess: (saved) => {
      onSaved(saved);
      onClose();
    },
  });
  const mustWait = isShorter(form.values) && !preview.isSuccess && !preview.isError;
  return (
    <SaveDialog
      title={t('plantSettings:retention.editTitle', { kind: t(`plantSettings:retention.of.${kind}`) })}
      error={formatSettingRefusal(save.error, t)}
      canSave={!mustWait}
      isSaving={save.isPending}
      onSave={() => form.onSubmit((values) => save.mutate(values))()}
      onClose={onClose}
    >
      <FormGrid>
        <NumberInput
          label={t('plantSettings:retention.daysLabel')}
          description={t('plantSettings:retention.daysHint', { max })}
          allowDecimal={false}
          allowNegative={false}
          {...form.getInputProps('days')}
        />
        <TextInput
          label={t('plantSettings:retention.basis')}
          description={t('plantSettings:retention.basisHint')}
          maxLength={200}
          {...form.getInputProps('basis')}
        />
        <TextInput
          label={t('plantSettings:retention.act')}
          description={t('plantSettings:retention.actHint')}
          maxLength={200}
          {...form.getInputProps('act')}
        />
        <FormWide>
          <RetentionLoss
            isShorter={isShorter(form.values)}
            preview={isAsked ? (preview.data ?? null) : null}
            hasFailed={isAsked && preview.isError}
          />
        </FormWide>
        {isShorter(form.values) && (
          <TextInput
            label={t('plantSettings:retention.confirm', { code })}
            autoComplete="off"
            maxLength={80}
            {...form.getInputProps('confirm')}
          />
        )}
      </FormGrid>
    </SaveDialog>
  );
}
