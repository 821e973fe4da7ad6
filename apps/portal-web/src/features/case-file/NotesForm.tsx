import { Button, Checkbox, TextInput } from '@mantine/core';
import { MAX_SEARCHED_TEXT } from '@varco/contract/plant/transit-notes.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Toolbar, ToolbarGroup, ToolbarMessage } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { ClockField } from '../../widgets/moment/ClockField.tsx';
import { EVERY_NOTE, findNotesFaults, type NotesFault, type NotesQuestion, toNotesQuestion } from './notes-question.ts';

const NO_FAULTS: ReadonlySet<NotesFault> = new Set();

/**
 * Finds notes by text, author, tag, case and when they were written. Nothing is asked before it is sent, because every
 * question is a consultation.
 */
export function NotesForm(props: {
  caseNumber: string;
  /** What is listed now; Back changes it, and the fields with it. */
  question: NotesQuestion;
  onAsk: (question: NotesQuestion) => void;
}): ReactElement {
  const t = useT();
  const { caseNumber, question, onAsk } = props;
  const [draft, setDraft] = useState(question);
  const [shown, setShown] = useState(question);
  /** Begins the fields of days anew, which hold what is typed. */
  const [generation, setGeneration] = useState(0);
  const [isChecked, setChecked] = useState(false);
  const begin = (from: NotesQuestion): void => {
    setDraft(from);
    setGeneration(generation + 1);
    setChecked(false);
  };
  if (JSON.stringify(shown) !== JSON.stringify(question)) {
    setShown(question);
    begin(question);
  }
  const faults = isChecked ? findNotesFaults(draft) : NO_FAULTS;
  const set = (change: Partial<NotesQuestion>): void => setDraft((before) => ({ ...before, ...change }));
  const ask = (): void => {
    setChecked(true);
    if (findNotesFaults(draft).size === 0) onAsk(toNotesQuestion(draft));
  };
  return (
    <Toolbar label={t('caseFile:notes.find')} isSearch onSubmit={ask}>
      <TextFields draft={draft} faults={faults} set={set} />
      <ToolbarGroup key={generation}>
        {(['from', 'to'] as const).map((name) => (
          <ClockField
            key={name}
            label={t(`caseFile:notes.${name}`)}
            value={draft[name]}
            usualTime={null}
            isOptional
            w={150}
            onValue={(day) => set({ [name]: day })}
          />
        ))}
      </ToolbarGroup>
      <Checkbox
        label={t('caseFile:notes.own')}
        checked={draft.areOwn}
        onChange={(event) => set({ areOwn: event.currentTarget.checked })}
      />
      <ToolbarGroup>
        <Button type="submit" variant="default" leftSection={<Icon name="search" />}>
          {t('caseFile:notes.find')}
        </Button>
        <Button variant="default" onClick={() => begin({ ...EVERY_NOTE, caseNumber })}>
          {t('caseFile:notes.clear')}
        </Button>
      </ToolbarGroup>
      {faults.has('to') && <ToolbarMessage>{t('caseFile:notes.invalidPeriod')}</ToolbarMessage>}
    </Toolbar>
  );
}

/** What is typed as text; Q and / lead to the first of them. */
function TextFields(props: {
  draft: NotesQuestion;
  faults: ReadonlySet<NotesFault>;
  set: (change: Partial<NotesQuestion>) => void;
}): ReactElement {
  const t = useT();
  const { draft, faults, set } = props;
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ q: () => box.current?.focus(), '/': () => box.current?.focus() });
  return (
    <>
      <TextInput
        ref={box}
        w={220}
        label={t('caseFile:notes.text')}
        maxLength={MAX_SEARCHED_TEXT}
        autoComplete="off"
        value={draft.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <TextInput
        w={150}
        label={t('caseFile:notes.author')}
        maxLength={MAX_SEARCHED_TEXT}
        autoComplete="off"
        value={draft.author}
        onChange={(event) => set({ author: event.currentTarget.value })}
      />
      <TextInput
        w={150}
        label={t('caseFile:notes.tag')}
        error={faults.has('tag') ? t('caseFile:notes.invalidTag') : null}
        maxLength={60}
        autoComplete="off"
        value={draft.tag}
        onChange={(event) => set({ tag: event.currentTarget.value })}
      />
      <TextInput
        w={130}
        label={t('caseFile:case')}
        placeholder={t('caseFile:notes.ofAll')}
        maxLength={80}
        autoComplete="off"
        value={draft.caseNumber}
        onChange={(event) => set({ caseNumber: event.currentTarget.value })}
      />
    </>
  );
}
