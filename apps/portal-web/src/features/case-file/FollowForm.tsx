import { Button, TextInput } from '@mantine/core';
import { isValidPlate, normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Toolbar } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useRef, useState } from 'react';
import { followPlate, MAX_PLATE_NOTE } from '../../lib/case-files/case-file.ts';
import { changeCaseFiles } from '../../lib/case-files/case-files.store.ts';
import { now } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';

/** Adds a plate to those followed in a case. */
export function FollowForm(props: { caseNumber: string }): ReactElement {
  const t = useT();
  const [plate, setPlate] = useState('');
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const plateRef = useRef<HTMLInputElement>(null);
  const add = async (): Promise<void> => {
    const stated = normalisePlate(plate);
    if (stated === null || !isValidPlate(stated)) return setError(t('caseFile:plates.invalid'));
    setBusy(true);
    const fault = await changeCaseFiles(
      followPlate(props.caseNumber, { plate: stated, note: note.trim(), added: now() }),
    );
    setBusy(false);
    setError(fault === null ? null : t(`caseFile:fault.${fault}`));
    if (fault !== null) return;
    setPlate('');
    setNote('');
    plateRef.current?.focus();
  };
  return (
    <Toolbar label={t('caseFile:plates.follow')} onSubmit={() => void add()}>
      <TextInput
        ref={plateRef}
        label={t('caseFile:plates.plate')}
        error={error}
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        value={plate}
        onChange={(event) => {
          setPlate(event.currentTarget.value);
          setError(null);
        }}
      />
      <TextInput
        label={t('caseFile:plates.note')}
        maxLength={MAX_PLATE_NOTE}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isBusy} leftSection={<Icon name="plus" />}>
        {t('caseFile:plates.follow')}
      </Button>
    </Toolbar>
  );
}
