import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { AnnotatedTransit } from '@varco/contract/plant/transit-notes.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { ReactElement } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { openWorkspaceTab } from '../../lib/workspace/tabs.store.ts';
import { CompletenessLine } from '../../widgets/completeness/CompletenessLine.tsx';
import { Moment } from '../../widgets/moment/Moment.tsx';
import { PlateBadge } from '../../widgets/plate/PlateBadge.tsx';
import styles from './CaseFile.module.css';
import { NotesForm } from './NotesForm.tsx';
import { createPlaceNumber, type NotesPlace, recordNotesPlace, useNotesPlace } from './notes-places.store.ts';
import { EVERY_NOTE, type NotesQuestion } from './notes-question.ts';
import { useNotes } from './use-notes.ts';

interface PlantNote extends AnnotatedTransit {
  readonly plant: PlantSession;
}

/** The list of notes that an address names: what was asked, and the number of it; null: the first one of the case. */
export interface NotesInAddress {
  readonly number: number | null;
  readonly onAsk: (number: number) => void;
}

/**
 * Transits with notes over all plants, newest note first: at first those written under this case number, then what the
 * form asks for. Every question is a step of the history; the address holds its number only.
 */
export function AnnotatedTransits(props: {
  caseNumber: string;
  plants: readonly PlantSession[];
  address: NotesInAddress;
}): ReactElement {
  const t = useT();
  const { caseNumber, plants, address } = props;
  const first: NotesPlace | null =
    caseNumber === '' ? null : { question: { ...EVERY_NOTE, caseNumber }, pages: NO_PAGES };
  const asked = useNotesPlace(String(address.number));
  const ofCase = useNotesPlace(`case ${caseNumber}`) ?? first;
  const name = asked === null ? `case ${caseNumber}` : String(address.number);
  const place = asked ?? ofCase;
  const { rows, segments, isPending, readMore, retry } = useNotes(name, place, plants);
  const ask = (question: NotesQuestion): void => {
    const number = createPlaceNumber(nowMs());
    recordNotesPlace(String(number), { question, pages: NO_PAGES });
    address.onAsk(number);
  };
  const isReadingMore = isPending && place !== null && place.pages.size > 0;
  // That a case has no notes is known only when every plant has said so.
  const isWhole = segments.length > 0 && segments.every(({ state }) => state === 'answered');
  const none = place === null ? 'notAsked' : asked === null && isWhole ? 'none' : 'noneFound';
  return (
    <Panel title={t('caseFile:notes.title')} icon="edit" padding="none">
      <div className={styles.form}>
        <NotesForm caseNumber={caseNumber} question={place?.question ?? EVERY_NOTE} onAsk={ask} />
      </div>
      {segments.length > 0 && <CompletenessLine segments={segments} onRetry={retry} />}
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
          <NoteRow key={row.nota.id} row={row} hasCase={place?.question.caseNumber === ''} />
        ))}
      </SimpleTable>
      {(readMore !== null || isReadingMore) && (
        <div className={styles.form}>
          <Button variant="default" loading={isPending} onClick={() => readMore?.()}>
            {t('caseFile:notes.more')}
          </Button>
        </div>
      )}
    </Panel>
  );
}

const NO_PAGES: NotesPlace['pages'] = new Map();

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
