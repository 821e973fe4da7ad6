import { Progress, Select, Textarea } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatItalianDay, latestExpiryDay, parseTypedDay } from '@varco/domain/blacklist/expiry.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { FormGrid } from '@varco/ui/FormGrid.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { type BulkAction, findSkipReason, groupResults, type MoveTarget, type SkipReason } from './bulk-actions.ts';
import { runBulkAction } from './bulk.api.ts';
import { BLACKLIST_KEY } from './blacklist.api.ts';
import { ExpiryField } from './ExpiryField.tsx';
import { BulkResultList } from './BulkResultList.tsx';
import type { ListedEntry } from './merged-list.ts';
import { WHITELIST_KEY } from './whitelist-figurehead.api.ts';

export type BulkKind = BulkAction['kind'];

interface BulkForm {
  readonly expiry: string;
  readonly target: string;
  readonly reason: string;
}
const WHITELIST = 'whitelist';
const DONE_NOTICE = { type: 'success', timeout: 5_000, link: null } as const;

const createBulkForm = (): BulkForm => ({ expiry: formatItalianDay(latestExpiryDay(nowMs())), target: '', reason: '' });

/** The action of the form; null while a field is missing or wrong. */
function toBulkAction(kind: BulkKind, { expiry, target, reason }: BulkForm): BulkAction | null {
  if (kind === 'disable') return { kind };
  if (kind === 'extend') {
    const day = parseTypedDay(expiry, nowMs());
    return day === null || day > latestExpiryDay(nowMs()) ? null : { kind, day };
  }
  const isWhitelist = target === WHITELIST;
  if (target === '' || (isWhitelist && reason.trim().length < 3)) return null;
  const to: MoveTarget = isWhitelist ? { list: 'whitelist', reason } : { list: 'blacklist', credentialId: target };
  return { kind, target: to };
}

/**
 * Confirmation of an action on many entries: how many on each plant, what is left as it is and why, then progress and the
 * result plant by plant.
 */
export function BulkDialog(props: {
  kind: BulkKind;
  rows: readonly ListedEntry[];
  /** Plants whose lists the user may write. */
  plants: readonly PlantSession[];
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const client = useQueryClient();
  const { kind, rows, plants, onClose } = props;
  const form = useForm<BulkForm>({ initialValues: createBulkForm() });
  const [done, setDone] = useState(0);
  const action = toBulkAction(kind, form.values);
  const work = useMutation({
    mutationFn: ({ action: chosen, rows: some }: { action: BulkAction; rows: readonly ListedEntry[] }) =>
      runBulkAction(some, chosen, (id) => findGroupId(plants, id), setDone),
    onSuccess: (results) => {
      if (!results.every(({ outcome }) => outcome === 'done')) return;
      notify({ ...DONE_NOTICE, text: t('lists:bulk.allDone', { count: results.length }) });
      onClose();
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: BLACKLIST_KEY });
      await client.invalidateQueries({ queryKey: WHITELIST_KEY });
    },
  });
  const failed = work.data?.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row);
  const target = failed ?? rows;
  const count = action === null ? 0 : target.filter((row) => findSkipReason(row, action, nowMs()) === null).length;
  return (
    <FormDialog
      title={t(`lists:bulk.${kind}.title`, { count: rows.length })}
      labels={{
        submit: failed === undefined ? t(`lists:bulk.${kind}.confirm`, { count }) : t('lists:bulk.again', { count }),
        cancel: t(failed === undefined ? 'common:cancel' : 'common:close'),
        close: t('common:close'),
      }}
      canSubmit={count > 0}
      isBusy={work.isPending}
      isDestructive={kind !== 'extend'}
      onSubmit={() => action !== null && work.mutate({ action, rows: target })}
      onClose={onClose}
    >
      {work.data === undefined && (
        <>
          <BulkFields {...{ kind, form, plants }} />
          <BulkSummary rows={rows} action={action} />
        </>
      )}
      {work.isPending && (
        <div>
          <p role="status">{t('lists:bulk.working', { done, count: target.length })}</p>
          <Progress value={(done / Math.max(1, target.length)) * 100} aria-label={t('lists:bulk.progress')} />
        </div>
      )}
      {work.data !== undefined && <BulkResultList results={groupResults(work.data)} />}
    </FormDialog>
  );
}

const findGroupId = (plants: readonly PlantSession[], credentialId: string): number | null =>
  plants.find((plant) => plant.credentialId === credentialId)?.login?.user.group_id ?? null;

function BulkFields(props: {
  kind: BulkKind;
  form: UseFormReturnType<BulkForm>;
  plants: readonly PlantSession[];
}): ReactElement | null {
  const t = useT();
  const { kind, form, plants } = props;
  if (kind === 'disable') return null;
  if (kind === 'extend') return <BulkExpiryField form={form} />;
  return (
    <FormGrid>
      <Select
        label={t('lists:bulk.target')}
        required
        data={[
          ...plants.map((plant) => ({
            value: plant.credentialId,
            label: t('lists:bulk.toPlant', { plant: getPlantLabel(plant) }),
          })),
          { value: WHITELIST, label: t('lists:bulk.toWhitelist') },
        ]}
        {...form.getInputProps('target')}
      />
      {form.values.target === WHITELIST && (
        <Textarea
          label={t('lists:whitelist.reason')}
          description={t('lists:fault.reason')}
          required
          rows={2}
          maxLength={255}
          {...form.getInputProps('reason')}
        />
      )}
    </FormGrid>
  );
}

function BulkExpiryField({ form }: { form: UseFormReturnType<BulkForm> }): ReactElement {
  const t = useT();
  const { expiry } = form.values;
  const day = parseTypedDay(expiry, nowMs());
  const latest = latestExpiryDay(nowMs());
  const fault = day === null ? 'day' : day > latest ? 'tooFar' : null;
  return (
    <FormGrid>
      <ExpiryField
        value={expiry}
        fault={fault === null ? undefined : t(`lists:fault.${fault}`, { date: formatItalianDay(latest) })}
        onChange={(text) => form.setFieldValue('expiry', text)}
      />
    </FormGrid>
  );
}

/** How many entries change on each plant, and how many do not, with the reason. */
function BulkSummary(props: { rows: readonly ListedEntry[]; action: BulkAction | null }): ReactElement {
  const t = useT();
  const { rows, action } = props;
  const reasons = rows.map((row) => (action === null ? null : findSkipReason(row, action, nowMs())));
  const perPlant = Map.groupBy(
    rows.filter((_, at) => reasons[at] === null),
    ({ peerLabel }) => peerLabel,
  );
  const skipped = Map.groupBy(
    reasons.filter((reason): reason is SkipReason => reason !== null),
    (reason) => reason,
  );
  return (
    <>
      <p>
        {[...perPlant].map(([plant, some]) => t('lists:bulk.onPlant', { plant, count: some.length })).join(', ') ||
          t('lists:bulk.nothing')}
      </p>
      {skipped.size > 0 && (
        <Notice tone="in" title={t('lists:bulk.unchanged')} size="block">
          {[...skipped].map(([reason, some]) => `${some.length}: ${t(`lists:bulk.outcome.${reason}`)}`).join('; ')}
        </Notice>
      )}
    </>
  );
}
