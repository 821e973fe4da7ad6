import { Button, Group, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { isMeaningfulReason, MIN_REASON_CHARACTERS } from '@varco/contract/reason.ts';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useKnownCases } from '../../lib/case/known-cases.ts';
import { useT } from '../../lib/i18n.tsx';
import { closeCaseDialog } from './case-dialog.store.ts';
import styles from './CaseDialog.module.css';
import type { OfferedReason } from '../../lib/plants/offered-reasons.ts';

interface CaseFields {
  readonly code: string;
  readonly text: string;
  readonly case: string;
}

/** Maximum lengths that fit the request header with any characters (security, part 6). */
const MAX_TEXT_LENGTH = 240;
const MAX_CASE_LENGTH = 80;

/** Dialog for reason, explanation and case number. They are sent with every call and stored in every audit entry. */
export function CaseDialog(props: {
  offered: readonly OfferedReason[];
  reason: CaseFields;
  /** Whether a plant accepts no call with this reason without a case number. */
  needsNumber: (code: string) => boolean;
  onSave: (reason: CaseFields) => void;
  onLog: () => void;
}): ReactElement {
  const t = useT();
  const { code, text, case: caseNumber } = props.reason;
  const [fields, setFields] = useState<CaseFields>({ code, text, case: caseNumber });
  const [isTried, setTried] = useState(false);
  const set = (change: Partial<CaseFields>): void => setFields((before) => ({ ...before, ...change }));
  const take = (reason: CaseFields): void => {
    props.onSave(reason);
    closeCaseDialog();
  };
  const codeError = fields.code === '' ? t('case:missingCode') : null;
  const textError = isMeaningfulReason(fields.text) ? null : t('case:shortText', { min: MIN_REASON_CHARACTERS });
  const numberError = props.needsNumber(fields.code) && fields.case.trim() === '' ? t('case:missingNumber') : null;
  const save = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (codeError !== null || textError !== null || numberError !== null) return;
    take({ ...fields, case: fields.case.trim() });
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
        <RecentCases offered={props.offered} now={props.reason} onTake={take} />
        <CaseInputs
          offered={props.offered}
          fields={fields}
          set={set}
          errors={isTried ? { code: codeError, text: textError, number: numberError } : {}}
        />
        <DialogButtons onLog={props.onLog} />
      </form>
    </Modal>
  );
}

/** Inputs for reason, explanation and number; errors appear below each after the first attempt to save. */
function CaseInputs(props: {
  offered: readonly OfferedReason[];
  fields: CaseFields;
  set: (change: Partial<CaseFields>) => void;
  errors: { readonly code?: string | null; readonly text?: string | null; readonly number?: string | null };
}): ReactElement {
  const t = useT();
  const { fields, set, errors } = props;
  return (
    <>
      <Select
        data-autofocus
        label={t('case:reason')}
        data={props.offered.map(({ code: value, label }) => ({ value, label }))}
        allowDeselect={false}
        value={fields.code === '' ? null : fields.code}
        error={errors.code}
        onChange={(value) => set({ code: value ?? '' })}
        comboboxProps={{ withinPortal: true }}
      />
      <Textarea
        label={t('case:text')}
        description={t('case:textHint', { min: MIN_REASON_CHARACTERS })}
        value={fields.text}
        maxLength={MAX_TEXT_LENGTH}
        error={errors.text}
        onChange={(event) => set({ text: event.currentTarget.value })}
      />
      <TextInput
        label={t('case:number')}
        value={fields.case}
        maxLength={MAX_CASE_LENGTH}
        error={errors.number}
        onChange={(event) => set({ case: event.currentTarget.value })}
      />
    </>
  );
}

/** Cases of the last 24 hours; one click selects a case with its reason and text. */
function RecentCases(props: {
  offered: readonly OfferedReason[];
  now: CaseFields;
  onTake: (reason: CaseFields) => void;
}): ReactElement | null {
  const t = useT();
  const { now } = props;
  const cases = useKnownCases((known) => known.cases).filter(
    (one) => one.case !== now.case || one.code !== now.code || one.text !== now.text,
  );
  if (cases.length === 0) return null;
  return (
    <section aria-label={t('case:recent')}>
      <h3 className={styles.recentTitle}>{t('case:recent')}</h3>
      <ul className={styles.recent}>
        {cases.map((one) => (
          <li key={`${one.case} ${one.code}`}>
            <button type="button" className={styles.recentCase} onClick={() => props.onTake(one)}>
              <b>{one.case === '' ? t('case:recentNoNumber') : one.case}</b>
              <span>{props.offered.find(({ code }) => code === one.code)?.label ?? one.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function DialogButtons(props: { onLog: () => void }): ReactElement {
  const t = useT();
  return (
    <Group justify="space-between" mt="md">
      <Button variant="subtle" onClick={props.onLog}>
        {t('case:log')}
      </Button>
      <Group>
        <Button variant="default" onClick={closeCaseDialog}>
          {t('common:cancel')}
        </Button>
        <Button type="submit">{t('common:save')}</Button>
      </Group>
    </Group>
  );
}
