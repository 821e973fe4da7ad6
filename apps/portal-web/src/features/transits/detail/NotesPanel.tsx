import type { TransitDetail, TransitNote } from '@varco/contract/plant/transit-detail.ts';
import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { openNoteDialog } from '../../../lib/note-dialog.store.ts';
import { usePlant } from '../../../lib/plants/use-plants.ts';
import { Moment } from '../../../widgets/moment/Moment.tsx';
import styles from './detail.module.css';
import noted from './NotesPanel.module.css';

const { Component: RemoveNoteDialog } = lazyComponent(
  async () => (await import('../notes/RemoveNoteDialog.tsx')).RemoveNoteDialog,
  null,
  { close: ({ onClose }) => onClose() },
);

/** What people wrote about this transit, newest first. Absent where the plant sends no notes. */
export function NotesPanel(props: { transit: TransitDetail; peerId: number }): ReactElement | null {
  const t = useT();
  const { transit, peerId } = props;
  const [removed, setRemoved] = useState<TransitNote | null>(null);
  const rights = usePlant(peerId)?.login?.user ?? null;
  const mayWrite = rights !== null && canActOnPlant(rights) === null;
  const { note: notes } = transit;
  if (notes === undefined) return null;
  return (
    <Panel
      title={t('detail:notes.block')}
      icon="edit"
      padding="text"
      aside={
        mayWrite ? (
          <button
            type="button"
            className={styles.link}
            onClick={() => openNoteDialog({ peerId, transitId: transit.id, plate: transit.targa })}
          >
            {t('detail:notes.write')}
          </button>
        ) : undefined
      }
    >
      {notes.length === 0 ? (
        <p className={styles.faint}>{t('detail:notes.none')}</p>
      ) : (
        <ul className={noted.notes}>
          {notes.map((note) => (
            <li key={note.id} className={noted.note}>
              <NoteContent note={note} />
              {mayWrite && note.rimovibile && (
                <IconButton icon="trash" size="sm" name={t('detail:notes.remove')} onClick={() => setRemoved(note)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {removed !== null && (
        <RemoveNoteDialog peerId={peerId} transitId={transit.id} note={removed} onClose={() => setRemoved(null)} />
      )}
    </Panel>
  );
}

function NoteContent(props: { note: TransitNote }): ReactElement {
  const t = useT();
  const { note } = props;
  return (
    <div className={noted.noteContent}>
      {note.testo !== '' && <p className={noted.noteText}>{note.testo}</p>}
      {note.etichette.length > 0 && (
        <span className={noted.tags}>
          {note.etichette.map((tag) => (
            <StatusChip key={tag} tone="in" variant="tint" size="sm" word={tag} />
          ))}
        </span>
      )}
      <span className={styles.faint}>
        {note.autore === '' ? t('detail:notes.unknownAuthor') : note.autore} · <Moment at={note.data} />
        {note.pratica !== '' && <> · {t('detail:notes.inCase', { number: note.pratica })}</>}
      </span>
    </div>
  );
}
