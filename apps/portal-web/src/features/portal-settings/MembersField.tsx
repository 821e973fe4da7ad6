import { Checkbox, TextInput } from '@mantine/core';
import { foldPlantText, getTickState, toggleTick } from '@varco/domain/plants/plant-groups.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './PortalSettings.module.css';

/** Plants drawn at once; others are found by typing. */
const MAX_DRAWN = 100;

interface OfferedMember {
  readonly id: number;
  readonly label: string;
  readonly code: string;
}

/** Choice of the plants of a group among hundreds: search, ticks, and one tick for all that were found. */
export function MembersField(props: {
  plants: readonly OfferedMember[];
  members: ReadonlySet<number>;
  onMembers: (members: ReadonlySet<number>) => void;
}): ReactElement {
  const t = useT();
  const { plants, members, onMembers } = props;
  const [text, setText] = useState('');
  const [onlyChosen, setOnlyChosen] = useState(false);
  const wanted = foldPlantText(text);
  const found = plants.filter(
    ({ id, label, code }) => foldPlantText(`${label} ${code}`).includes(wanted) && (!onlyChosen || members.has(id)),
  );
  const ids = found.map(({ id }) => id);
  const state = getTickState(members, ids);
  const press = (pressed: readonly number[]): void => onMembers(new Set(toggleTick([...members], pressed)));
  return (
    <fieldset className={styles.members}>
      <legend>{t('plantGroups:form.members')}</legend>
      <div className={styles.memberTools}>
        <TextInput
          size="xs"
          leftSection={<Icon name="search" size="sm" />}
          aria-label={t('plantGroups:form.find')}
          placeholder={t('plantGroups:form.find')}
          maxLength={80}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={t('plantGroups:form.onlyChosen')}
          checked={onlyChosen}
          onChange={(event) => setOnlyChosen(event.currentTarget.checked)}
        />
        <span aria-live="polite">{t('plantGroups:form.chosen', { count: members.size, all: plants.length })}</span>
      </div>
      <Checkbox
        size="xs"
        label={t('plantGroups:form.allFound', { count: found.length })}
        disabled={found.length === 0}
        checked={state === 'all'}
        indeterminate={state === 'some'}
        onChange={() => press(ids)}
      />
      <FoundMembers found={found} members={members} onPress={press} />
    </fieldset>
  );
}

/** A tick for each plant that was found, as many as are drawn. */
function FoundMembers(props: {
  found: readonly OfferedMember[];
  members: ReadonlySet<number>;
  onPress: (ids: readonly number[]) => void;
}): ReactElement {
  const t = useT();
  const { found, members, onPress } = props;
  return (
    <>
      <div className={styles.memberList}>
        {found.slice(0, MAX_DRAWN).map(({ id, label, code }) => (
          <Checkbox
            key={id}
            size="xs"
            label={code === '' ? label : `${label} (${code})`}
            checked={members.has(id)}
            onChange={() => onPress([id])}
          />
        ))}
        {found.length === 0 && <span>{t('plantGroups:form.nothing')}</span>}
      </div>
      {found.length > MAX_DRAWN && <span>{t('plantGroups:form.notDrawn', { count: found.length - MAX_DRAWN })}</span>}
    </>
  );
}
