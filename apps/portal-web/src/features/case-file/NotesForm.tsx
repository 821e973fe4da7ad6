import { Button, Checkbox, TextInput } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { Toolbar, ToolbarGroup } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { normaliseTag } from '../../lib/note-tag.ts';
import type { NotesQuestion } from './case-file.api.ts';

/**
 * Finds notes by tag, of this case or of all, of everybody or of the user. Nothing is asked before it is sent, because
 * every question is a consultation.
 */
export function NotesForm(props: { caseNumber: string; onAsk: (question: NotesQuestion) => void }): ReactElement {
  const t = useT();
  const { caseNumber, onAsk } = props;
  const [scope, setScope] = useState<'case' | 'all'>(caseNumber === '' ? 'all' : 'case');
  const [text, setText] = useState('');
  const [areOwn, setOwn] = useState(false);
  const [isInvalid, setInvalid] = useState(false);
  const ask = (): void => {
    const tag = text.trim() === '' ? null : normaliseTag(text);
    const isWrong = text.trim() !== '' && tag === null;
    setInvalid(isWrong);
    if (!isWrong) onAsk({ caseNumber: scope === 'case' ? caseNumber : null, tag, areOwn });
  };
  return (
    <Toolbar label={t('caseFile:notes.find')} isSearch onSubmit={ask}>
      {caseNumber !== '' && (
        <ToolbarGroup>
          <Segmented
            label={t('caseFile:notes.scope')}
            value={scope}
            onChange={setScope}
            options={[
              { id: 'case', label: t('caseFile:notes.ofCase') },
              { id: 'all', label: t('caseFile:notes.ofAll') },
            ]}
          />
        </ToolbarGroup>
      )}
      <TextInput
        label={t('caseFile:notes.tag')}
        error={isInvalid ? t('caseFile:notes.invalidTag') : null}
        maxLength={60}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setInvalid(false);
        }}
      />
      <Checkbox
        label={t('caseFile:notes.own')}
        checked={areOwn}
        onChange={(event) => setOwn(event.currentTarget.checked)}
      />
      <Button type="submit" variant="default" leftSection={<Icon name="search" />}>
        {t('caseFile:notes.find')}
      </Button>
    </Toolbar>
  );
}
