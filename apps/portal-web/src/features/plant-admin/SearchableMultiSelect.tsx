import { Button, Checkbox, TextInput } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { toggleId, setShownIds } from './district-draft.ts';
import styles from './PlantAdmin.module.css';

/** Searchable multi-select. Items selected when the list opened come first. */
export function SearchableMultiSelect(props: {
  label: string;
  hint: string;
  searchLabel: string;
  options: readonly { readonly id: number; readonly label: string }[];
  chosen: readonly number[];
  onChosen: (chosen: readonly number[]) => void;
}): ReactElement {
  const t = useT();
  const { label, hint, searchLabel, options, chosen, onChosen } = props;
  const [text, setText] = useState('');
  const [first] = useState(() => new Set(chosen));
  const requested = text.trim().toLocaleLowerCase('it');
  const shown = options
    .filter((option) => option.label.toLocaleLowerCase('it').includes(requested))
    .toSorted((a, b) => Number(first.has(b.id)) - Number(first.has(a.id)));
  return (
    <fieldset className={styles.set}>
      <legend>{label}</legend>
      <p className={styles.quiet}>{hint}</p>
      <TextInput
        size="xs"
        aria-label={searchLabel}
        placeholder={searchLabel}
        leftSection={<Icon name="search" />}
        value={text}
        maxLength={80}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <p className={styles.quiet} role="status">
          {t('plantAdmin:nobodyFound', { text })}
        </p>
      ) : (
        <div className={styles.picks}>
          {shown.map((option) => (
            <Checkbox
              key={option.id}
              size="xs"
              label={option.label}
              checked={chosen.includes(option.id)}
              onChange={() => onChosen(toggleId(chosen, option.id))}
            />
          ))}
        </div>
      )}
      <SelectAllShown ids={shown.map(({ id }) => id)} chosen={chosen} onChosen={onChosen} />
    </fieldset>
  );
}

/** Selects or clears all items that match the search. */
function SelectAllShown(props: {
  ids: readonly number[];
  chosen: readonly number[];
  onChosen: (chosen: readonly number[]) => void;
}): ReactElement {
  const t = useT();
  const { ids, chosen, onChosen } = props;
  return (
    <div className={styles.bar}>
      <Button
        size="compact-xs"
        variant="default"
        disabled={ids.every((id) => chosen.includes(id))}
        onClick={() => onChosen(setShownIds(chosen, ids, true))}
      >
        {t('plantAdmin:districts.take')}
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        disabled={!ids.some((id) => chosen.includes(id))}
        onClick={() => onChosen(setShownIds(chosen, ids, false))}
      >
        {t('plantAdmin:districts.drop')}
      </Button>
    </div>
  );
}
