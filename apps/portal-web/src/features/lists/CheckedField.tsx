import { Textarea } from '@mantine/core';
import { formatDecimal } from '@varco/i18n/format.ts';
import { FormGrid, FormWide } from '@varco/ui/FormGrid.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../lib/i18n.tsx';
import type { ShownScore } from '../../lib/lists/blacklist-request.store.ts';
import { type EntryFault, type EntryFormState, MAX_FIELD_LENGTHS } from './entry-form.ts';

/**
 * For an entry that starts from a score: says so, and asks what the person checked. Nothing follows from a score
 * without a decision of a person, and the consultation log has it.
 */
export function CheckedField(props: {
  form: EntryFormState;
  score: ShownScore;
  fault: EntryFault | undefined;
}): ReactElement {
  const t = useT();
  const language = useLanguage();
  const { form, score, fault } = props;
  const value = score.punteggio === null ? '' : ` ${formatDecimal(score.punteggio, 0, language)}`;
  return (
    <FormGrid columns={2}>
      <FormWide>
        <Notice tone="in">{t('lists:form.fromScore', { score: `${score.formula}${value}` })}</Notice>
      </FormWide>
      <FormWide>
        <Textarea
          name="checked"
          label={t('lists:field.checked')}
          description={t('lists:field.checkedHint')}
          required
          data-autofocus
          rows={2}
          maxLength={MAX_FIELD_LENGTHS.checked}
          {...form.getInputProps('checked')}
          error={fault === undefined || form.values.checked === '' ? undefined : t(`lists:fault.${fault}`)}
        />
      </FormWide>
    </FormGrid>
  );
}
