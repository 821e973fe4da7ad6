import { TextInput } from '@mantine/core';
import { formatItalianDay, QUICK_EXPIRIES, resolveQuickExpiry } from '@varco/domain/blacklist/expiry.ts';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement } from 'react';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';

/** Expiry of an entry as a date or keyword, with shortcuts (T 2.14, T 5.3). */
export function ExpiryField(props: {
  value: string;
  fault: string | undefined;
  isReadOnly?: boolean;
  onChange: (expiry: string) => void;
}): ReactElement {
  const t = useT();
  const { value, fault, isReadOnly = false, onChange } = props;
  const quick = QUICK_EXPIRIES.map((choice) => ({
    id: choice.id,
    text: formatItalianDay(resolveQuickExpiry(choice, nowMs())),
  }));
  return (
    <>
      <TextInput
        name="expiry"
        label={t('lists:field.expiry')}
        description={t('lists:field.expiryHint')}
        required
        maxLength={25}
        readOnly={isReadOnly}
        autoComplete="off"
        value={value}
        error={fault}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {!isReadOnly && (
        <Segmented
          label={t('lists:field.quick')}
          size="sm"
          value={quick.find(({ text }) => text === value)?.id ?? null}
          options={quick.map(({ id }) => ({ id, label: t(`lists:field.quick${id}`) }))}
          onChange={(id) => onChange(quick.find((one) => one.id === id)?.text ?? value)}
        />
      )}
    </>
  );
}
