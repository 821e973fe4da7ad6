import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReviewDetail, ReviewFinding, ReviewStep } from '@varco/contract/plant/review.ts';
import { formatDateTime, formatMonth } from '@varco/i18n/format.ts';
import { bringIntoSight } from '@varco/ui/bring-into-sight.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { WaitingLine } from '@varco/ui/WaitingLine.tsx';
import { type ReactElement, useEffect, useRef } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { ModelCardLink } from '../../../widgets/help/ModelCardLink.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { formatAction, readPlate } from '../../../lib/audit/audit-text.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { formatCallFailure } from './format-call-failure.ts';
import { reviewDetailQuery, type SourcedCase } from './review.api.ts';
import { formatFinding, formatFormula, STATE_TONES } from './review-text.ts';

/** One case: the sentence of each rule with the entries it rests on, the steps so far, and the decision. */
export function ReviewPanel(props: {
  row: SourcedCase;
  sourceName: string;
  onDecided: (detail: ReviewDetail) => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { row, sourceName, onDecided, onClose } = props;
  const answer = useQuery(reviewDetailQuery(row));
  const region = useRef<HTMLDivElement>(null);
  useShortcuts({ Escape: onClose });
  useEffect(() => {
    region.current?.scrollTo(0, 0);
    // On a narrow window the panel is below the list, out of sight.
    bringIntoSight(region.current);
  }, [row.found.person]);
  return (
    <ScrollRegion ref={region} label={t('review:case')} role="group" isFilling isPadded isBusy={answer.isPending}>
      <Panel
        title={row.found.name}
        aside={<IconButton icon="close" name={t('review:close')} onClick={onClose} />}
        padding="list"
      >
        <CaseFacts row={row} sourceName={sourceName} />
      </Panel>
      {answer.isPending && <WaitingLine>{t('common:loading')}</WaitingLine>}
      {answer.isError && (
        <Notice tone="al" isUrgent>
          {t('review:openFailed', { reason: formatCallFailure(answer.error, t) })}
        </Notice>
      )}
      {answer.isSuccess && (
        <CaseDetail
          detail={answer.data}
          source={row.source}
          onDecided={onDecided}
          onReread={() => void answer.refetch()}
        />
      )}
    </ScrollRegion>
  );
}

function CaseFacts({ row: { found }, sourceName }: { row: SourcedCase; sourceName: string }): ReactElement {
  const t = useT();
  return (
    <KeyValueList
      items={[
        { key: 'month', label: t('review:month'), value: formatMonth(found.month) },
        { key: 'plant', label: t('review:plant'), value: sourceName },
        { key: 'job', label: t('review:job'), value: found.job },
        { key: 'looks', label: t('review:looks'), value: String(found.looks) },
        {
          key: 'state',
          label: t('review:state'),
          value: <StatusChip tone={STATE_TONES[found.state]} word={t(`review:states.${found.state}`)} variant="tint" />,
        },
      ]}
    />
  );
}

/** The parts of a case that were read with it. */
export function CaseDetail(props: {
  detail: ReviewDetail;
  source: string;
  onDecided: (detail: ReviewDetail) => void;
  onReread: () => void;
}): ReactElement {
  const t = useT();
  const { detail, source, onDecided, onReread } = props;
  return (
    <>
      <Panel title={t('review:sum', { score: detail.case.score ?? 0 })} padding="text">
        <Stack gap={12}>
          {detail.findings.length === 0 && <Remark>{t('review:sumNone')}</Remark>}
          {detail.findings.map((finding) => (
            <FindingPart key={finding.rule} finding={finding} detail={detail} />
          ))}
          <Remark>
            <ModelCardLink card="review" />
          </Remark>
        </Stack>
      </Panel>
      <Panel title={t('review:steps')} padding="text">
        <Steps steps={detail.steps} />
      </Panel>
      <DecisionForm key={detail.steps.at(-1)?.id ?? 0} {...{ detail, source, onDecided, onReread }} />
    </>
  );
}

function FindingPart({ finding, detail }: { finding: ReviewFinding; detail: ReviewDetail }): ReactElement {
  const t = useT();
  const language = useLanguage();
  const named = new Set(finding.entries.map(({ epoch, seq }) => `${epoch}/${seq}`));
  const entries = detail.entries.filter(({ epoch, seq }) => named.has(`${epoch}/${seq}`));
  return (
    <section aria-label={t(`review:short.${finding.rule}`)}>
      <p>
        <b>{t('review:pointsOf', { points: finding.points })}</b> · {formatFinding(t, finding, language)}
      </p>
      <Remark>{formatFormula(t, finding, language)}</Remark>
      {finding.total > 0 && (
        <details>
          <summary>{t('review:entriesOf', { shown: entries.length, total: finding.total })}</summary>
          <SimpleTable label={t('review:entries')} density="dense">
            {entries.map((entry) => (
              <TableRow key={`${entry.epoch}-${entry.seq}`}>
                <td>{formatDateTime(entry.at)}</td>
                <td>{[formatAction(t, entry.action), readPlate(entry.detail)].filter(Boolean).join(' · ')}</td>
                <td>{[entry.reason?.case, entry.reason?.text].filter(Boolean).join(' · ')}</td>
              </TableRow>
            ))}
          </SimpleTable>
        </details>
      )}
    </section>
  );
}

function Steps({ steps }: { steps: readonly ReviewStep[] }): ReactElement {
  const t = useT();
  if (steps.length === 0) return <Remark>{t('review:stepsNone')}</Remark>;
  return (
    <KeyValueList
      items={steps.map(({ id, kind, by, at, note }) => ({
        key: String(id),
        label: t(`review:step.${kind}`),
        value: (
          <>
            {formatDateTime(at)} · {by}
            <br />
            {note}
          </>
        ),
      }))}
    />
  );
}
