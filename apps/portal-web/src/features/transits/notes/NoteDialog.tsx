import { TagsInput, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_NOTE_TAGS, MAX_NOTE_TEXT } from '@varco/contract/plant/transit-detail.ts';
import { listTransitNotes } from '@varco/contract/plant/transit-notes.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { type ReactElement, useState } from 'react';
import { useReason } from '../../../lib/case/reason.ts';
import { useT } from '../../../lib/i18n.tsx';
import { closeNoteDialog, type NoteRequest } from '../../../lib/note-dialog.store.ts';
import { recordNote } from '../../../lib/noted-transits.store.ts';
import { formatCallError } from '../../../lib/notices/error-text.ts';
import { normaliseTag } from '../../../lib/note-tag.ts';
import { invalidatePlantQueries } from '../../../lib/plants/plant-queries.ts';
import styles from './NoteDialog.module.css';
import { writeNote } from './notes.api.ts';

const SUGGESTED = ['review', 'confirm', 'damage', 'clone'] as const;

/** Writes a note with tags on a transit. It belongs to the case of the case bar. */
export function NoteDialog(props: { request: NoteRequest }): ReactElement {
  const t = useT();
  const { peerId, transitId, plate } = props.request;
  const queries = useQueryClient();
  const caseNumber = useReason((reason) => reason.case);
  const [text, setText] = useState('');
  const [tags, setTags] = useState<string[]>([]);
  const known = tags.map(normaliseTag);
  const hasBadTag = known.includes(null);
  const write = useMutation({
    mutationFn: () =>
      writeNote(peerId, transitId, { testo: text.trim(), etichette: known.filter((tag) => tag !== null) }),
    onSuccess: async () => {
      closeNoteDialog();
      recordNote(peerId, transitId);
      await queries.invalidateQueries({ queryKey: ['transit', peerId, transitId] });
      await invalidatePlantQueries(queries, listTransitNotes);
    },
  });
  return (
    <FormDialog
      title={plate === '' ? t('detail:notes.titleUnread') : t('detail:notes.title', { plate })}
      labels={{ submit: t('detail:notes.submit'), cancel: t('common:cancel'), close: t('common:close') }}
      description={caseNumber === '' ? t('detail:notes.textNoCase') : t('detail:notes.text', { number: caseNumber })}
      error={write.error === null ? null : formatCallError(write.error, t)}
      canSubmit={!hasBadTag && (text.trim() !== '' || tags.length > 0)}
      isBusy={write.isPending}
      onSubmit={() => write.mutate()}
      onClose={closeNoteDialog}
    >
      <Textarea
        label={t('detail:notes.body')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MAX_NOTE_TEXT}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey) event.currentTarget.form?.requestSubmit();
        }}
      />
      <TagsInput
        label={t('detail:notes.tags')}
        description={t('detail:notes.tagsHint', { max: MAX_NOTE_TAGS })}
        error={hasBadTag ? t('detail:notes.badTag') : undefined}
        maxTags={MAX_NOTE_TAGS}
        value={tags}
        onChange={(values) => setTags([...new Set(values.map((value) => normaliseTag(value) ?? value))])}
      />
      <SuggestedTags chosen={tags} onAdd={(tag) => setTags([...tags, tag])} />
    </FormDialog>
  );
}

/** Frequent tags, one press each. No list that opens below the field: it would cover the button that writes the note. */
function SuggestedTags(props: { chosen: readonly string[]; onAdd: (tag: string) => void }): ReactElement {
  const t = useT();
  const { chosen, onAdd } = props;
  return (
    <span className={styles.suggested}>
      {SUGGESTED.map((name) => t(`detail:notes.suggested.${name}`))
        .filter((tag) => !chosen.includes(tag))
        .map((tag) => (
          <TextButton key={tag} icon="plus" disabled={chosen.length >= MAX_NOTE_TAGS} onClick={() => onAdd(tag)}>
            {tag}
          </TextButton>
        ))}
    </span>
  );
}
