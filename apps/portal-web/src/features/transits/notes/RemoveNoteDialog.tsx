import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TransitNote } from '@varco/contract/plant/transit-detail.ts';
import { listTransitNotes } from '@varco/contract/plant/transit-notes.ts';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { formatCallError } from '../../../lib/notices/error-text.ts';
import { invalidatePlantQueries } from '../../../lib/plants/plant-queries.ts';
import { removeNote } from './notes.api.ts';

/** Asks before a note disappears for everybody. */
export function RemoveNoteDialog(props: {
  peerId: number;
  transitId: string;
  note: TransitNote;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { peerId, transitId, note, onClose } = props;
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeNote(peerId, transitId, note.id),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['transit', peerId, transitId] });
      await invalidatePlantQueries(queries, listTransitNotes);
    },
  });
  const author = note.autore === '' ? t('detail:notes.unknownAuthor') : note.autore;
  return (
    <FormDialog
      title={t('detail:notes.removeTitle')}
      labels={{ submit: t('detail:notes.remove'), cancel: t('common:cancel'), close: t('common:close') }}
      size="small"
      description={t('detail:notes.removeText', { author })}
      error={remove.error === null ? null : formatCallError(remove.error, t)}
      isDestructive
      isBusy={remove.isPending}
      onSubmit={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
