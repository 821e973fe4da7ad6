import { Button, Group, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { isMeaningfulReason, MIN_REASON_CHARACTERS } from '@varco/contract/reason.ts';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { closeCaseDialog } from './case-dialog.store.ts';
import styles from './CaseDialog.module.css';
import type { OfferedReason } from './offered-reasons.ts';

interface CaseFields {
  readonly code: string;
  readonly text: string;
  readonly case: string;
}

/** Longest texts the header holds with any characters (security, part 6). */
const MAX_TEXT = 240;
const MAX_CASE = 80;

/** Reason, explanation and case number of the consultation at hand: chosen once, sent with every call, kept in every log entry. */
export function CaseDialog(props: {
  offered: readonly OfferedReason[];
  reason: CaseFields;
  onSave: (reason: CaseFields) => void;
}): ReactElement {
  const t = useT();
  const { code, text, case: caseNumber } = props.reason;
  const [fields, setFields] = useState<CaseFields>({ code, text, case: caseNumber });
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<CaseFields>): void => setFields((before) => ({ ...before, ...change }));
  const codeError = fields.code === '' ? t('case:missingCode') : null;
  const textError = isMeaningfulReason(fields.text) ? null : t('case:shortText', { min: MIN_REASON_CHARACTERS });
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (codeError !== null || textError !== null) return;
    props.onSave({ ...fields, case: fields.case.trim() });
    closeCaseDialog();
  };
  return (
    <Modal
      opened
      onClose={closeCaseDialog}
      title={t('case:title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={styles.form} onSubmit={save} noValidate>
        <p className={styles.intro}>{t('case:intro')}</p>
        <Select
          data-autofocus
          label={t('case:reason')}
          data={props.offered.map(({ code: value, label }) => ({ value, label }))}
          value={fields.code === '' ? null : fields.code}
          error={isTried ? codeError : null}
          onChange={(value) => set({ code: value ?? '' })}
          comboboxProps={{ withinPortal: true }}
        />
        <Textarea
          label={t('case:text')}
          description={t('case:textHint', { min: MIN_REASON_CHARACTERS })}
          value={fields.text}
          maxLength={MAX_TEXT}
          error={isTried ? textError : null}
          onChange={(event) => set({ text: event.currentTarget.value })}
        />
        <TextInput
          label={t('case:number')}
          value={fields.case}
          maxLength={MAX_CASE}
          onChange={(event) => set({ case: event.currentTarget.value })}
        />
        <DialogButtons />
      </form>
    </Modal>
  );
}

function DialogButtons(): ReactElement {
  const t = useT();
  return (
    <Group justify="flex-end" mt="md">
      <Button variant="default" onClick={closeCaseDialog}>
        {t('common:cancel')}
      </Button>
      <Button type="submit">{t('common:save')}</Button>
    </Group>
  );
}
