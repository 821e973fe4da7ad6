import { TextInput } from '@mantine/core';
import { isValidPlate, normalisePlate } from '@varco/domain/plates/normalise-plate.ts';
import { type ReactElement, type Ref, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './Comparison.module.css';

/** Names the second plate of a track; Enter shows it, an empty field takes it away. */
export function ComparePlateField(props: {
  plate: string;
  other: string;
  fieldRef: Ref<HTMLInputElement>;
  onOther: (plate: string) => void;
}): ReactElement {
  const t = useT();
  const { plate, other, fieldRef, onOther } = props;
  const [text, setText] = useState(other);
  const [fault, setFault] = useState<'invalid' | 'same' | null>(null);
  const commit = (): void => {
    const stated = normalisePlate(text) ?? '';
    const isEmpty = text.trim() === '';
    const found = isEmpty ? null : !isValidPlate(stated) ? 'invalid' : stated === plate ? 'same' : null;
    setFault(found);
    if (found === null) onOther(isEmpty ? '' : stated);
  };
  return (
    <TextInput
      ref={fieldRef}
      size="xs"
      className={styles.field}
      aria-label={t('maps:compare.field')}
      placeholder={t('maps:compare.field')}
      error={fault === null ? undefined : t(`maps:compare.${fault}`)}
      maxLength={40}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setFault(null);
      }}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}
