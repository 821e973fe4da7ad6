import { Button, Progress } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ImportSummary } from '@varco/contract/plant/file-imports.ts';
import { formatInteger } from '@varco/i18n/format.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { saveFile } from '../../../lib/save-file.ts';
import { openWorkspaceTab } from '../../../lib/workspace/tabs.store.ts';
import { CheckCounts } from './CheckCounts.tsx';
import type { StepProps } from './step-props.ts';
import styles from './Import.module.css';
import { buildSearchFilter } from './import-search.ts';
import { MAX_REFUSED_ROWS } from './refused-list.ts';

/** What the plant would store, then what it stored. */
export function ResultStep(props: StepProps & { peerId: number }): ReactElement {
  const t = useT();
  const { state, controller } = props;
  const { step, progress, summary } = state;
  return (
    <div className={styles.narrow}>
      {step === 'checked' && <CheckedNotice {...props} />}
      {step === 'storing' && <StoringNotice summary={summary} />}
      {step === 'done' && summary !== null && <DoneNotice {...props} summary={summary} />}
      {progress !== null && <CheckCounts progress={progress} />}
      {progress !== null && progress.refusedCount > 0 && (
        <div className={styles.actions}>
          <Button
            variant="default"
            leftSection={<Icon name="download" />}
            onClick={() =>
              saveFile(
                t('fileImport:check.fileName', { name: state.file?.name.replace(/\.\w+$/, '') ?? '' }),
                controller.buildRefusedFile(t),
              )
            }
          >
            {t('fileImport:check.download')}
          </Button>
          {progress.refusedCount > MAX_REFUSED_ROWS && (
            <p className={styles.quiet}>{t('fileImport:check.downloadHint', { count: MAX_REFUSED_ROWS })}</p>
          )}
        </div>
      )}
    </div>
  );
}

/** How far the plant is with storing; a plant that does not say it is only waited for. */
function StoringNotice({ summary }: { summary: ImportSummary | null }): ReactElement {
  const t = useT();
  const done = summary?.done ?? null;
  if (summary === null || done === null || summary.staged === 0)
    return <WaitingLine>{t('fileImport:done.storing')}</WaitingLine>;
  const lines = Math.min(done, summary.staged);
  return (
    <Panel title={t('fileImport:done.storingTitle')} padding="text">
      <div className={styles.fields}>
        <Progress value={(100 * lines) / summary.staged} aria-label={t('fileImport:done.storingTitle')} animated />
        <p>{t('fileImport:check.progress', { lines, total: summary.staged })}</p>
        <p className={styles.quiet}>{t('fileImport:done.storing')}</p>
      </div>
    </Panel>
  );
}

/** The choice between importing and going back. */
function CheckedNotice({ state, controller }: StepProps): ReactElement {
  const t = useT();
  const accepted = state.progress?.accepted ?? 0;
  return (
    <Notice
      tone={accepted === 0 ? 'wa' : 'ok'}
      size="block"
      title={t('fileImport:done.checkedTitle')}
      actions={
        <>
          {accepted > 0 && (
            <Button onClick={controller.commit}>{t('fileImport:done.import', { count: accepted })}</Button>
          )}
          <Button variant="default" onClick={controller.cancel}>
            {t('fileImport:done.back')}
          </Button>
        </>
      }
    >
      {accepted === 0 ? t('fileImport:done.nothing') : t('fileImport:done.checkedText', { count: accepted })}{' '}
      {t('fileImport:done.backHint')}
    </Notice>
  );
}

function DoneNotice(props: StepProps & { peerId: number; summary: ImportSummary }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const navigate = useNavigate();
  const { peerId, state, summary } = props;
  if (summary.state !== 'committed')
    return (
      <Notice tone="al" isUrgent>
        {t('fileImport:done.failed')}
      </Notice>
    );
  const show = (): void => {
    openWorkspaceTab({ kind: 'transit-list', filter: buildSearchFilter(peerId, state), runs: true });
    void navigate({ to: '/lpr' });
  };
  const items = [
    { key: 'stored', label: t('fileImport:done.stored'), value: formatInteger(summary.stored, language) },
    { key: 'duplicates', label: t('fileImport:done.duplicates'), value: formatInteger(summary.duplicates, language) },
    ...(summary.created_gates.length === 0
      ? []
      : [{ key: 'created', label: t('fileImport:done.created'), value: summary.created_gates.join(', ') }]),
  ];
  return (
    <Notice
      tone="ok"
      size="block"
      title={t('fileImport:done.storedTitle')}
      actions={<Button onClick={show}>{t('fileImport:done.show')}</Button>}
    >
      <KeyValueList labelWidth={130} items={items} />
    </Notice>
  );
}
