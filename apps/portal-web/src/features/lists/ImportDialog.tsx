import { Button, Checkbox, FileInput, Modal, Progress, Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BlacklistImportResponse } from '@varco/contract/plant/blacklist-files.ts';
import { parseTypedDay } from '@varco/domain/blacklist/expiry.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { BLACKLIST_KEY, type ImportOptions, importEntries, importStateQuery } from './blacklist.api.ts';
import styles from './Lists.module.css';
import { PlantChoice } from './ListBar.tsx';

interface ImportForm {
  readonly plantId: string;
  readonly file: File | null;
  readonly overwrite: boolean;
  readonly expiry: string;
  readonly delimiter: 'auto' | 'comma' | 'semicolon' | 'tab';
}

const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** Form values of the import, and its two calls: the check and the import itself. */
function useImport(plants: readonly PlantSession[], startPlant: string | null) {
  const client = useQueryClient();
  const [form, setForm] = useState<ImportForm>(() => ({
    plantId:
      plants.find(({ credentialId }) => credentialId === startPlant)?.credentialId ?? plants[0]?.credentialId ?? '',
    file: null,
    overwrite: false,
    expiry: '',
    delimiter: 'auto',
  }));
  const [running, setRunning] = useState<string | null>(null);
  const work = useMutation({
    mutationFn: ({ isPreview }: { isPreview: boolean }) => runImport(form, isPreview, setRunning),
    onSettled: async () => {
      setRunning(null);
      await client.invalidateQueries({ queryKey: BLACKLIST_KEY });
    },
  });
  const change = (next: Partial<ImportForm>): void => {
    setForm({ ...form, ...next });
    work.reset();
  };
  return { form, change, running, work };
}

/** A file is first checked and previewed, then imported (BLK-06, BLK-32). */
export function ImportDialog(props: {
  plants: readonly PlantSession[];
  startPlant: string | null;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plants, onClose } = props;
  const { form, change, running, work } = useImport(plants, props.startPlant);
  const day = form.expiry.trim() === '' ? '' : parseTypedDay(form.expiry, nowMs());
  const isReady = form.file !== null && form.plantId !== '' && day !== null;
  const answer = work.data;
  const ready = answer?.preview === true ? answer.inserted + answer.updated : 0;
  return (
    <Modal
      opened
      onClose={onClose}
      size={760}
      title={t('lists:import.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.column}>
        <PlantChoice plants={plants} plantId={form.plantId} onPlant={(plantId) => change({ plantId })} hasAll={false} />
        <FileInput
          label={t('lists:import.file')}
          description={t('lists:import.fileHint')}
          placeholder={t('lists:import.choose')}
          accept=".csv,.txt,text/csv,text/plain"
          clearable
          clearButtonProps={{ 'aria-label': t('common:reset') }}
          value={form.file}
          onChange={(file) => change({ file })}
        />
        <ImportOptionFields form={form} onChange={change} isDayWrong={day === null} />
        {work.isPending && <ImportProgress plantId={form.plantId} id={running} />}
        {work.error !== null && (
          <Notice tone="al" isUrgent>
            {formatImportError(t, work.error)}
          </Notice>
        )}
        {answer !== undefined && <ImportResult answer={answer} />}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
          <Button
            variant="default"
            disabled={!isReady}
            loading={work.isPending}
            onClick={() => work.mutate({ isPreview: true })}
          >
            {t('lists:import.check')}
          </Button>
          <Button disabled={ready === 0} loading={work.isPending} onClick={() => work.mutate({ isPreview: false })}>
            {t('lists:import.start', { count: ready })}
          </Button>
        </div>
      </div>
    </Modal>
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

function ImportOptionFields(props: {
  form: ImportForm;
  onChange: (change: Partial<ImportForm>) => void;
  isDayWrong: boolean;
}): ReactElement {
  const t = useT();
  const { form, onChange } = props;
  const delimiters = ['auto', 'semicolon', 'comma', 'tab'] as const;
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label={t('lists:import.expiry')}
          description={t('lists:field.expiryHint')}
          value={form.expiry}
          error={props.isDayWrong ? t('lists:fault.day') : undefined}
          onChange={(event) => onChange({ expiry: event.currentTarget.value })}
        />
        <Select
          label={t('lists:import.delimiter')}
          allowDeselect={false}
          data={delimiters.map((id) => ({ value: id, label: t(`lists:import.${id}`) }))}
          value={form.delimiter}
          onChange={(id) => onChange({ delimiter: delimiters.find((one) => one === id) ?? 'auto' })}
        />
      </div>
      <Checkbox
        label={t('lists:import.overwrite')}
        checked={form.overwrite}
        onChange={(event) => onChange({ overwrite: event.currentTarget.checked })}
      />
    </>
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.lines} aria-label={t('lists:import.lines')} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('lists:import.line')}</th>
              <th scope="col">{t('lists:import.plate')}</th>
              <th scope="col">{t('lists:import.outcome')}</th>
            </tr>
          </thead>
          <tbody>
            {answer.lines.slice(0, 200).map(({ line, targa, state, reason }) => (
              <tr key={line}>
                <td>{line}</td>
                <td>{targa}</td>
                <td>
                  {t(`lists:import.state.${state}`)}
                  {reason === null ? '' : `: ${t(`lists:import.reason.${reason}`)}`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
