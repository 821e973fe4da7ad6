import { Button } from '@mantine/core';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { ColumnTable } from './ColumnTable.tsx';
import { FaultNotice } from './FaultNotice.tsx';
import { FoundPanel } from './FoundPanel.tsx';
import { GateTable } from './GateTable.tsx';
import styles from './Import.module.css';
import { type ImportState, isReadyToCheck } from './import-state.ts';
import { PreviewTable } from './PreviewTable.tsx';
import type { StepProps } from './step-props.ts';

/** How the file is read, what can be changed about it, and its first lines as transits. */
export function FormStep({ state, controller }: StepProps): ReactElement {
  const t = useT();
  const { description, contents } = state;
  if (description === null) return <WaitingLine>{t('fileImport:readingLines', { lines: 0 })}</WaitingLine>;
  const isCounting = description.fault === null && contents === null;
  return (
    <>
      <KnownNotices state={state} controller={controller} />
      {description.fault !== null && (
        <FaultNotice fault={{ code: description.fault.fault, detail: description.fault.detail }} />
      )}
      <Warnings state={state} />
      <div className={styles.form}>
        <FoundPanel state={state} description={description} controller={controller} />
        <div className={styles.stack}>
          <ColumnTable description={description} controller={controller} />
          <GateTable state={state} controller={controller} />
          <PreviewTable lines={description.preview} />
        </div>
      </div>
      <div className={styles.foot}>
        <Button disabled={!isReadyToCheck(state)} onClick={controller.check}>
          {t('fileImport:check.start')}
        </Button>
        <p className={styles.quiet}>
          {isCounting ? t('fileImport:readingLines', { lines: state.countedLines }) : t('fileImport:check.hint')}
        </p>
      </div>
    </>
  );
}

/** What the plant knows of the file: imported before, or begun and not ended. */
function KnownNotices({ state, controller }: StepProps): ReactElement {
  const t = useT();
  const { known } = state;
  const before = known?.already_imported ?? null;
  const open = known?.open[0];
  return (
    <>
      {open !== undefined && (
        <Notice
          tone="in"
          size="block"
          title={t('fileImport:continue.title')}
          actions={
            <>
              <Button onClick={() => controller.continueOpen(open)}>
                {open.import.state === 'staging'
                  ? t('fileImport:continue.go', { line: open.import.read_to + 1 })
                  : t('fileImport:continue.watch')}
              </Button>
              {open.import.state === 'staging' && (
                <Button variant="default" onClick={controller.discardOpen}>
                  {t('fileImport:continue.drop')}
                </Button>
              )}
            </>
          }
        >
          {open.import.state === 'staging'
            ? t('fileImport:continue.text', {
                by: open.import.started_by,
                when: formatDateMinute(open.import.created_at),
                line: open.import.read_to,
              })
            : t('fileImport:continue.storing', { by: open.import.started_by })}
        </Notice>
      )}
      {before !== null && (
        <Notice tone="wa" title={t('fileImport:known.title')}>
          {t('fileImport:known.text', {
            by: before.started_by,
            when: formatDateMinute(before.committed_at ?? before.created_at),
            stored: before.stored,
          })}
        </Notice>
      )}
    </>
  );
}

/** What was guessed or left out. */
function Warnings({ state: { description } }: { state: ImportState }): ReactElement | null {
  const t = useT();
  if (description === null) return null;
  const { timeFormat, dropped } = description;
  const format = timeFormat !== null && 'named' in timeFormat ? t(`fileImport:format.${timeFormat.named}`) : '';
  return (
    <>
      {description.isOrderGuessed && <Notice tone="wa">{t('fileImport:found.guessed', { format })}</Notice>}
      {description.encoding === 'mixed' && <Notice tone="in">{t('fileImport:found.mixed')}</Notice>}
      {dropped.length > 0 && (
        <Notice tone="in">
          {t('fileImport:found.dropped', { columns: dropped.map((one) => t(`fileImport:meaning.${one}`)).join(', ') })}
        </Notice>
      )}
    </>
  );
}
