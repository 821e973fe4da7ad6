import { Button, Checkbox, FileInput, Progress, Select, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BlacklistImportResponse } from '@varco/contract/plant/blacklist-files.ts';
import { parseTypedDay } from '@varco/domain/blacklist/expiry.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { BLACKLIST_KEY, type ImportOptions, importEntries, importStateQuery } from './blacklist.api.ts';

interface ImportForm {
  readonly plantId: string;
  readonly file: File | null;
  readonly overwrite: boolean;
  readonly expiry: string;
  readonly delimiter: 'auto' | 'comma' | 'semicolon' | 'tab';
}

const MAX_SHOWN_LINES = 200;
const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Form values of the import, and its two calls: the check and the import itself. */
function useImport(plants: readonly PlantSession[], startPlant: string | null) {
  const client = useQueryClient();
  const first = plants.find(({ credentialId }) => credentialId === startPlant) ?? plants[0];
  const [running, setRunning] = useState<string | null>(null);
  const form = useForm<ImportForm>({
    initialValues: { plantId: first?.credentialId ?? '', file: null, overwrite: false, expiry: '', delimiter: 'auto' },
  });
  const work = useMutation({
    mutationFn: ({ isPreview, values }: { isPreview: boolean; values: ImportForm }) =>
      runImport(values, isPreview, setRunning),
    onSettled: async () => {
      setRunning(null);
      await client.invalidateQueries({ queryKey: BLACKLIST_KEY });
    },
  });
  // What was checked with other values says nothing of these.
  const isCurrent = work.variables?.values === form.values;
  return {
    form,
    running,
    isBusy: work.isPending,
    answer: isCurrent ? work.data : undefined,
    error: isCurrent ? work.error : null,
    run: (isPreview: boolean) => work.mutate({ isPreview, values: form.values }),
  };
}

/** A file is first checked and previewed, then imported (BLK-06, BLK-32). */
export function ImportDialog(props: {
  plants: readonly PlantSession[];
  startPlant: string | null;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plants, onClose } = props;
  const { form, running, isBusy, answer, error, run } = useImport(plants, props.startPlant);
  const { file, plantId, expiry } = form.values;
  const day = expiry.trim() === '' ? '' : parseTypedDay(expiry, nowMs());
  const isReady = file !== null && plantId !== '' && day !== null;
  const ready = answer?.preview === true ? answer.inserted + answer.updated : 0;
  return (
    <FormDialog
      title={t('lists:import.title')}
      size="wide"
      labels={{
        submit: t('lists:import.start', { count: ready }),
        cancel: t('common:close'),
        close: t('common:close'),
      }}
      aside={
        <Button variant="default" disabled={!isReady} loading={isBusy} onClick={() => run(true)}>
          {t('lists:import.check')}
        </Button>
      }
      error={error === null ? null : formatImportError(t, error)}
      canSubmit={ready > 0}
      isBusy={isBusy}
      onSubmit={() => run(false)}
      onClose={onClose}
    >
      <ImportFields form={form} plants={plants} isDayWrong={day === null} />
      {isBusy && <ImportProgress plantId={plantId} id={running} />}
      {answer !== undefined && <ImportResult answer={answer} />}
    </FormDialog>
  );
}

async function runImport(
  form: ImportForm,
  isPreview: boolean,
  onBegin: (id: string) => void,
): Promise<BlacklistImportResponse> {
  const { file, plantId, overwrite, delimiter, expiry } = form;
  if (file === null) throw new Error('no file');
  const id = crypto.randomUUID();
  const day = parseTypedDay(expiry, nowMs());
  const options: ImportOptions = {
    id,
    overwrite,
    preview: isPreview,
    ...(delimiter === 'auto' ? {} : { delimiter: DELIMITERS[delimiter] }),
    ...(day === null ? {} : { default_expiry: day }),
  };
  onBegin(id);
  return importEntries(plantId, file, options);
}

function formatImportError(t: ReturnType<typeof useT>, error: Error): string {
  if (!(error instanceof ApiError)) return t('lists:import.failed', { error: t('errors:code.internal') });
  if (error.facts.field?.startsWith('file/') === true) return t('lists:import.problem');
  return t('lists:import.failed', { error: t(`errors:code.${error.code}`) });
}

const DELIMITER_NAMES = ['auto', 'semicolon', 'comma', 'tab'] as const;

function ImportFields(props: {
  form: UseFormReturnType<ImportForm>;
  plants: readonly PlantSession[];
  isDayWrong: boolean;
}): ReactElement {
  const t = useT();
  const { form, plants, isDayWrong } = props;
  return (
    <FormGrid columns={2}>
      <Select
        label={t('lists:plant')}
        allowDeselect={false}
        data={plants.map((plant) => ({ value: plant.credentialId, label: getPlantLabel(plant) }))}
        {...form.getInputProps('plantId')}
      />
      <FileInput
        label={t('lists:import.file')}
        placeholder={t('lists:import.choose')}
        accept=".csv,.txt,text/csv,text/plain"
        clearable
        clearButtonProps={{ 'aria-label': t('common:reset') }}
        {...form.getInputProps('file')}
      />
      <FormWide>
        <Remark>{t('lists:import.fileHint')}</Remark>
      </FormWide>
      <TextInput
        label={t('lists:import.expiry')}
        description={t('lists:field.expiryHint')}
        {...form.getInputProps('expiry')}
        error={isDayWrong ? t('lists:fault.day') : undefined}
      />
      <Select
        label={t('lists:import.delimiter')}
        allowDeselect={false}
        data={DELIMITER_NAMES.map((id) => ({ value: id, label: t(`lists:import.${id}`) }))}
        {...form.getInputProps('delimiter')}
      />
      <FormWide>
        <Checkbox label={t('lists:import.overwrite')} {...form.getInputProps('overwrite', { type: 'checkbox' })} />
      </FormWide>
    </FormGrid>
  );
}

function ImportProgress(props: { plantId: string; id: string | null }): ReactElement {
  const t = useT();
  const state = useQuery(importStateQuery(props.plantId, props.id));
  const { done = 0, lines = 0 } = state.data ?? {};
  return (
    <div>
      <p role="status">{t('lists:import.working', { done, lines })}</p>
      <Progress value={lines === 0 ? 0 : (done / lines) * 100} animated aria-label={t('lists:import.title')} />
    </div>
  );
}

function ImportResult(props: { answer: BlacklistImportResponse }): ReactElement {
  const t = useT();
  const { answer } = props;
  const { inserted, updated, skipped, failed } = answer;
  const key = answer.preview ? 'lists:import.summary' : 'lists:import.done';
  return (
    <>
      <Notice tone={failed > 0 ? 'wa' : 'ok'}>{t(key, { inserted, updated, skipped, failed })}</Notice>
      <SimpleTable
        label={t('lists:import.lines')}
        columns={(['line', 'plate', 'outcome'] as const).map((key) => ({ key, title: t(`lists:import.${key}`) }))}
        density="dense"
        isFramed
      >
        {answer.lines.slice(0, MAX_SHOWN_LINES).map(({ line, targa, state, reason }) => (
          <TableRow key={line}>
            <td>{line}</td>
            <td>{targa}</td>
            <td>
              {t(`lists:import.state.${state}`)}
              {reason === null ? '' : `: ${t(`lists:import.reason.${reason}`)}`}
            </td>
          </TableRow>
        ))}
      </SimpleTable>
    </>
  );
}
