import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import {
  type ExportOptions,
  isExportAllowed,
  setWithContextImages,
  setWithImages,
} from '@varco/domain/exports/export-status.ts';
import { MAX_EXPORT_NOTES_LENGTH, MAX_EXPORT_WATERMARK_LENGTH } from '@varco/domain/exports/saved-exports.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { type ReactElement, useState } from 'react';
import type { ApprovalUse } from '../../lib/approvals/granted-approvals.ts';
import { closeExportDialog, type ExportRequest } from '../../lib/exports/export-request.store.ts';
import { useT } from '../../lib/i18n.tsx';
import { notifyCode } from '../../lib/notices/notices.store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { loadMessages } from '../../lib/messages.ts';
import { listApprovalUses, useApprovedRequest } from './export-approvals.ts';
import { startPortalExport, DelegationRefusedError } from './start-export.ts';
import { DirectDialog } from './DirectExportDialog.tsx';
import { EstimateList } from './EstimateList.tsx';
import { getExportKey } from './export-keys.ts';
import { notifyExportFault } from './export-faults.ts';
import {
  selectExportablePlants,
  type ExportPlant,
  toExportPlant,
  canHavePictures,
  isExportable,
  sumEstimates,
} from './export-plants.ts';
import { describeExportRequest } from './describe-export.ts';
import { estimateQuery, EXPORTS_KEY } from './exports.api.ts';
import styles from './Exports.module.css';
import { ExportLimitNotice } from './ExportLimitNotice.tsx';

const NO_OPTIONS: ExportOptions = { withImages: false, withContextImages: false, notes: '', watermark: '' };

/** State of the dialog. */
type Step =
  | { readonly kind: 'form' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'direct' }
  | { readonly kind: 'max'; readonly active: number; readonly max: number };

/**
 * T 2.8: filters, number of exportable transits, one estimate per plant, options, notes, watermark; confirming starts
 * the export.
 */
export function ExportDialog(props: { request: ExportRequest }): ReactElement {
  const client = useQueryClient();
  const { request: asked } = props;
  const { request, ended } = useApprovedRequest(asked);
  const form = useForm<ExportOptions>({ initialValues: NO_OPTIONS });
  const requested = form.values;
  const [step, setStep] = useState<Step>({ kind: 'form' });
  const [left, setLeft] = useState<readonly string[]>([]);
  const plants = useEstimates(request, requested, left);
  // EXP-31: where no plant has the licence for pictures, they are not requested.
  const options = canHavePictures(plants) ? requested : setWithImages(requested, false);
  const key = getExportKey();
  const chosen = selectExportablePlants(plants);
  const isAllowed = key !== null && isExportAllowed(plants) && chosen.length > 0;
  const words = describeExportRequest(request, useT());
  const label = words.join(' · ');

  const start = async (): Promise<void> => {
    if (key === null) return;
    setStep({ kind: 'sending' });
    try {
      await startPortalExport(key, chosen, options, label);
      notifyCode(10007);
      closeExportDialog();
      await client.invalidateQueries({ queryKey: EXPORTS_KEY });
    } catch (error) {
      // A plant that refused the delegation is listed as unavailable; the user decides whether to go on without it.
      if (error instanceof DelegationRefusedError) setLeft(error.plants.map(({ plant }) => plant.credentialId));
      const fault = notifyExportFault(error instanceof DelegationRefusedError ? error.cause : error);
      setStep(fault.kind === 'max' ? fault : { kind: 'form' });
    }
  };

  if (step.kind === 'max') return <ExportLimitNotice active={step.active} max={step.max} onClose={closeExportDialog} />;
  if (step.kind === 'direct' && key !== null)
    return <DirectDialog work={{ kind: 'new', key, plants: chosen, options, label }} onClose={closeExportDialog} />;
  return (
    <ExportForm
      words={words}
      plants={plants}
      ended={ended}
      options={options}
      isSending={step.kind === 'sending'}
      canStart={isAllowed}
      hasKey={key !== null}
      form={form}
      onRetry={(id) => setLeft(left.filter((one) => one !== id))}
      onDirect={() => setStep({ kind: 'direct' })}
      onConfirm={() => void start()}
    />
  );
}

function ExportForm(props: {
  words: readonly string[];
  plants: readonly ExportPlant[];
  ended: readonly ApprovalUse[];
  options: ExportOptions;
  isSending: boolean;
  canStart: boolean;
  hasKey: boolean;
  form: UseFormReturnType<ExportOptions>;
  onRetry: (credentialId: string) => void;
  onDirect: () => void;
  onConfirm: () => void;
}): ReactElement {
  const t = useT();
  const { plants, options, isSending, canStart } = props;
  const uses = listApprovalUses(plants, props.ended);
  return (
    <FormDialog
      title={t('exports:title')}
      size="wide"
      labels={{ submit: t('exports:dialog.confirm'), cancel: t('exports:dialog.undo'), close: t('common:close') }}
      aside={
        <Button variant="subtle" disabled={!canStart || isSending} onClick={props.onDirect}>
          {t('exports:dialog.direct')}
        </Button>
      }
      canSubmit={canStart}
      isBusy={isSending}
      onSubmit={props.onConfirm}
      onClose={closeExportDialog}
    >
      <FilterSummary words={props.words} />
      <p className={styles.total} role="status">
        {t('exports:dialog.total', { count: sumEstimates(plants) })}
      </p>
      {uses.length > 0 && <ExportApprovals uses={uses} />}
      <EstimateList plants={plants} options={options} onRetry={props.onRetry} />
      <ExportWarnings plants={plants} hasKey={props.hasKey} />
      <ExportOptionFields form={props.form} options={options} canHaveImages={canHavePictures(plants)} />
      <Remark>{t('exports:dialog.password')}</Remark>
    </FormDialog>
  );
}

/** Estimates of all plants. `left`: credentials of plants that refused the delegation. */
function useEstimates(request: ExportRequest, options: ExportOptions, left: readonly string[]): readonly ExportPlant[] {
  const all = usePlantList();
  const asked = request.flatMap(({ peerId, filter }) => {
    const plant = all.find((one) => one.peerId === peerId);
    return plant === undefined ? [] : [{ plant, filter }];
  });
  const isMono = asked.filter(({ plant }) => isExportable(plant)).length === 1;
  const answers = useQueries({
    queries: asked.map(({ plant, filter }) => ({
      ...estimateQuery(plant.credentialId, filter, options, isMono),
      enabled: isExportable(plant),
    })),
  });
  return asked.map(({ plant, filter }, at) => {
    const answer = answers[at];
    const isLeft = left.includes(plant.credentialId);
    return toExportPlant(plant, filter, {
      isLoading: !isLeft && answer?.isFetching === true,
      answer: isLeft || answer?.isError === true ? null : (answer?.data ?? null),
      error: answer?.error ?? null,
    });
  });
}

function FilterSummary(props: { words: readonly string[] }): ReactElement {
  const t = useT();
  return (
    <section>
      <h3 className={styles.heading}>{t('exports:dialog.filters')}</h3>
      {props.words.length === 0 ? (
        <Remark>{t('exports:dialog.noFilters')}</Remark>
      ) : (
        <ul className={styles.chips}>
          {props.words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

const { Component: ExportApprovals } = lazyComponent(async () => {
  const [{ ExportApprovals: Part }] = await Promise.all([import('./ExportApprovals.tsx'), loadMessages('approvals')]);
  return Part;
});

/** T 8.2: over the limit, nothing to export, or no key. Warnings about a single plant are on its own line. */
function ExportWarnings(props: { plants: readonly ExportPlant[]; hasKey: boolean }): ReactElement | null {
  const t = useT();
  const { plants, hasKey } = props;
  if (!hasKey) return <Notice tone="al">{t('exports:dialog.noKey')}</Notice>;
  if (plants.some(({ status }) => status === 'limit'))
    return (
      <Notice tone="wa" isUrgent>
        {t('exports:limitWarning')}
      </Notice>
    );
  const isDone = plants.every(({ status }) => status !== 'loading');
  return isDone && sumEstimates(plants) === 0 ? <Notice tone="in">{t('exports:nothing')}</Notice> : null;
}

/** T 5.2: context pictures and watermark can be selected only together with pictures. */
function ExportOptionFields(props: {
  form: UseFormReturnType<ExportOptions>;
  options: ExportOptions;
  canHaveImages: boolean;
}): ReactElement {
  const t = useT();
  const { form, options, canHaveImages } = props;
  return (
    <FormGrid columns={2}>
      <Checkbox
        label={t('exports:dialog.withImages')}
        checked={options.withImages}
        disabled={!canHaveImages}
        onChange={(event) => form.setValues(setWithImages(options, event.currentTarget.checked))}
      />
      <Checkbox
        label={t('exports:dialog.withContextImages')}
        checked={options.withContextImages}
        disabled={!options.withImages}
        onChange={(event) => form.setValues(setWithContextImages(options, event.currentTarget.checked))}
      />
      <TextInput
        label={t('exports:dialog.watermark')}
        description={t('exports:dialog.watermarkHint')}
        disabled={!options.withImages}
        maxLength={MAX_EXPORT_WATERMARK_LENGTH}
        {...form.getInputProps('watermark')}
      />
      <Textarea
        label={t('exports:dialog.notes')}
        maxLength={MAX_EXPORT_NOTES_LENGTH}
        autosize
        minRows={2}
        {...form.getInputProps('notes')}
      />
    </FormGrid>
  );
}
