import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import type { AlertAppearance, AlertField } from './alert-appearance.ts';
import { getAlertAppearance } from './alert-appearance.ts';

function useAlertText(): (word: AlertAppearance['short']) => string {
  const t = useT();
  return (word) => (typeof word === 'string' ? t(word) : word.code);
}

/**
 * Value of a check as icon, word and color. `form="short"` is for table cells, `"full"` for cards and the detail; both
 * have field and full word as accessible name and tooltip. With `isNamed` the word includes the field's name.
 */
export function AlertValue(props: {
  field: AlertField;
  value: string | null;
  form?: 'short' | 'full';
  isNamed?: boolean;
}): ReactElement {
  const { field, value, form = 'short', isNamed = false } = props;
  const t = useT();
  const wordOf = useAlertText();
  const look = getAlertAppearance(field, value);
  const fieldName = t(`widgets:alert.field.${field}`);
  const isUnchecked = look.short === 'widgets:alert.short.notChecked';
  const word = form === 'short' ? wordOf(look.short) : wordOf(look.full);
  // After a field name a dash would read as "no", so the text says that it was not checked.
  const named = `${t(`widgets:alert.fieldShort.${field}`)} ${isUnchecked ? t('widgets:alert.notCheckedNamed') : word}`;
  return (
    <StatusChip
      tone={look.tone}
      icon={look.icon ?? (form === 'full' || (isNamed && isUnchecked) ? 'dash' : null)}
      variant={look.variant}
      word={isNamed ? named : word}
      fullName={t('widgets:alert.named', { field: fieldName, value: wordOf(look.full) })}
    />
  );
}
