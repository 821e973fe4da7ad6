import { Button, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  MIN_NOTE_CHARACTERS,
  REVIEW_DECISIONS,
  type ReviewDecision,
  type ReviewDetail,
} from '@varco/contract/plant/review.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { ToolbarGroup } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, type Ref, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { formatCallFailure } from './format-call-failure.ts';
import { decideCase } from './review.api.ts';

const MAX_NOTE = 2_000;

/** The decision about a case, with its note. 1, 2 and 3 choose, Ctrl+Enter saves. */
export function DecisionForm(props: {
  detail: ReviewDetail;
  source: string;
  onDecided: (detail: ReviewDetail) => void;
  onReread: () => void;
}): ReactElement {
  const t = useT();
  const { detail, source, onDecided, onReread } = props;
  const [decision, setDecision] = useState<ReviewDecision | null>(null);
  const [note, setNote] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const { month, person } = detail.case;
  const save = useMutation({
    mutationFn: (chosen: ReviewDecision) =>
      decideCase(source, { month, person, decision: chosen, note, after: detail.steps.at(-1)?.id ?? 0 }),
    onSuccess: onDecided,
  });
  const choose = (chosen: ReviewDecision): void => {
    setDecision(chosen);
    box.current?.focus();
  };
  const canSave = decision !== null && note.trim().length >= MIN_NOTE_CHARACTERS && !save.isPending;
  const submit = (): void => {
    if (canSave) save.mutate(decision);
  };
  useShortcuts({
    Digit1: () => choose('fine'),
    Digit2: () => choose('ask'),
    Digit3: () => choose('escalate'),
    'Ctrl+Enter': submit,
  });
  return (
    <Panel title={t('review:decision')} padding="text">
      <Stack gap={12}>
        <Segmented
          label={t('review:decision')}
          options={REVIEW_DECISIONS.map((id) => ({ id, label: t(`review:decide.${id}`) }))}
          value={decision}
          onChange={choose}
          isFullWidth
        />
        <NoteField ref={box} isQuestion={decision === 'ask'} note={note} onNote={setNote} />
        {save.isError && <SaveFailure error={save.error} onReread={onReread} />}
        <ToolbarGroup>
          <Button disabled={!canSave} loading={save.isPending} onClick={submit}>
            {t('review:save')}
          </Button>
        </ToolbarGroup>
      </Stack>
    </Panel>
  );
}

function NoteField(props: {
  ref: Ref<HTMLTextAreaElement>;
  isQuestion: boolean;
  note: string;
  onNote: (note: string) => void;
}): ReactElement {
  const t = useT();
  const { ref, isQuestion, note, onNote } = props;
  return (
    <Textarea
      ref={ref}
      label={t(isQuestion ? 'review:noteAsk' : 'review:note')}
      description={t('review:noteHint', { min: MIN_NOTE_CHARACTERS })}
      value={note}
      maxLength={MAX_NOTE}
      autosize
      minRows={3}
      onChange={(event) => onNote(event.currentTarget.value)}
    />
  );
}

/** Why a decision was not saved; after somebody else decided, the case is read again first. */
function SaveFailure({ error, onReread }: { error: Error; onReread: () => void }): ReactElement {
  const t = useT();
  if (!(error instanceof ApiError && error.code === 'conflict'))
    return (
      <Notice tone="al" isUrgent>
        {t('review:saveFailed', { reason: formatCallFailure(error, t) })}
      </Notice>
    );
  return (
    <Notice
      tone="al"
      isUrgent
      actions={
        <Button size="compact-sm" variant="default" onClick={onReread}>
          {t('review:refresh')}
        </Button>
      }
    >
      {t('review:conflict')}
    </Notice>
  );
}
