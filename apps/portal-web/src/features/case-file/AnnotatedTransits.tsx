import { useQueries } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { AnnotatedTransit } from '@varco/contract/plant/transit-notes.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import { type NotesQuestion, notesQuery } from './case-file.api.ts';
import styles from './CaseFile.module.css';
import { NotesForm } from './NotesForm.tsx';
import { toSegments } from './plant-answers.ts';

interface PlantNote extends AnnotatedTransit {
  readonly plant: PlantSession;
}

/**
 * Transits with notes over all plants, newest note first: at first those written under this case number, then what the
 * form asks for.
 */
export function AnnotatedTransits(props: { caseNumber: string; plants: readonly PlantSession[] }): ReactElement {
  const t = useT();
  const { caseNumber, plants } = props;
  const [question, setQuestion] = useState<NotesQuestion | null>(
    caseNumber === '' ? null : { caseNumber, tag: null, areOwn: false },
  );
  const answers = useQueries({
    queries: question === null ? [] : plants.map((plant) => notesQuery(plant.credentialId, question)),
  });
  const rows = plants
    .flatMap((plant, index) => (answers[index]?.data?.objects ?? []).map((object): PlantNote => ({ ...object, plant })))
    .toSorted((a, b) => b.nota.data.localeCompare(a.nota.data));
  const hasMore = answers.some(({ data }) => data?.altri === true);
  const isPending = answers.some((answer) => answer.isPending);
  const isOfCase = question?.caseNumber === caseNumber && question.tag === null && !question.areOwn;
  const none = question === null ? 'notAsked' : isOfCase ? 'none' : 'noneFound';
  return (
    <Panel title={t('caseFile:notes.title')} icon="edit" padding="none">
      <div className={styles.form}>
        <NotesForm caseNumber={caseNumber} onAsk={setQuestion} />
      </div>
      {question !== null && plants.length > 0 && (
        <CompletenessLine
          segments={toSegments(plants, answers)}
          onRetry={() => answers.forEach((answer) => answer.isError && void answer.refetch())}
        />
      )}
      <SimpleTable
        label={t('caseFile:notes.title')}
        onNarrow="stack"
        empty={
          rows.length === 0 && (
            <p className={styles.none}>{t(isPending ? 'common:loading' : `caseFile:notes.${none}`)}</p>
          )
        }
        columns={[
          { key: 'plate', title: t('caseFile:plates.plate') },
          { key: 'transit', title: t('caseFile:notes.transit') },
          { key: 'note', title: t('caseFile:notes.note') },
          { key: 'author', title: t('caseFile:notes.author') },
        ]}
      >
        {rows.map((row) => (
          <NoteRow key={row.nota.id} row={row} hasCase={question?.caseNumber === null} />
        ))}
      </SimpleTable>
      {hasMore && <Remark>{t('caseFile:notes.more')}</Remark>}
    </Panel>
  );
}

function NoteRow(props: { row: PlantNote; hasCase: boolean }): ReactElement {
  const t = useT();
  const navigate = useNavigate();
  const { nota, transito, plant } = props.row;
  const open = (): void => {
    openWorkspaceTab({
      kind: 'transit-detail',
      peerId: plant.peerId,
      transitId: transito.id,
      plate: transito.targa,
    });
    void navigate({ to: '/lpr' });
  };
  return (
    <TableRow>
      <th scope="row">
        <PlateBadge plate={transito.targa_corretta ?? transito.targa} nation={transito.nazione || null} />
      </th>
      <td>
        <TextButton onClick={open}>
          <Moment at={transito.data} />
        </TextButton>
        <span className={styles.second}>
          {getPlantLabel(plant)} · {transito.varco}
        </span>
      </td>
      <td className={styles.text}>
        {nota.testo}
        {nota.etichette.length > 0 && (
          <span className={styles.tags}>
            {nota.etichette.map((tag) => (
              <StatusChip key={tag} tone="in" variant="tint" size="sm" word={tag} />
            ))}
          </span>
        )}
      </td>
      <td>
        {nota.autore === '' ? t('caseFile:notes.unknownAuthor') : nota.autore}
        <span className={styles.second}>
          <Moment at={nota.data} />
          {props.hasCase && nota.pratica !== '' && ` · ${nota.pratica}`}
        </span>
      </td>
    </TableRow>
  );
}
