import { TagsInput, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAX_NOTE_TAGS, MAX_NOTE_TEXT } from '@varco/contract/plant/transit-note.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { type ReactElement, useState } from 'react';
import { useReason } from '../../../lib/case/reason.ts';
import { useT } from '../../../lib/i18n.tsx';
import { closeNoteDialog, type NoteRequest } from '../../../lib/note-dialog.store.ts';
import { formatCallError } from '../../../lib/notices/error-text.ts';
import { normaliseTag } from './note-tag.ts';
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
      await queries.invalidateQueries({ queryKey: ['transit', peerId, transitId] });
      await queries.invalidateQueries({ queryKey: ['transit-notes'] });
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
        data={SUGGESTED.map((tag) => t(`detail:notes.suggested.${tag}`))}
        value={tags}
        onChange={(values) => setTags([...new Set(values.map((value) => normaliseTag(value) ?? value))])}
      />
    </FormDialog>
  );
}
