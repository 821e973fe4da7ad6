import { Button, Group, Modal, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { isStrongPlantPassword } from '@varco/domain/plants/plant-password.ts';
import type { MessageKey } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { notify } from '../../lib/notices/notices.store.ts';
import { changePlantPassword, type PasswordOutcome } from '../../lib/plants/edit-plants.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import styles from './CredentialsScreen.module.css';
import { PasswordRules } from './PasswordRules.tsx';

interface PasswordFields {
  readonly current: string;
  readonly next: string;
  readonly repeat: string;
}
type Problem = { readonly field: keyof PasswordFields; readonly text: MessageKey };

const INPUTS = ['current', 'next', 'repeat'] as const;
const NOTICE_DURATION_MS = 5_000;

/** P 5: first broken rule of the form; null when valid. */
export function findPasswordProblem({ current, next, repeat }: PasswordFields, username: string): Problem | null {
  if (current === '') return { field: 'current', text: 'plants:form.missingPassword' };
  if (!isStrongPlantPassword(next, username)) return { field: 'next', text: 'plants:password.broken' };
  if (next === current) return { field: 'next', text: 'plants:password.same' };
  return next === repeat ? null : { field: 'repeat', text: 'plants:password.different' };
}

const FAILURES: Readonly<Record<Exclude<PasswordOutcome, 'changed'>, MessageKey>> = {
  wrong_current: 'plants:password.wrongCurrent',
  refused: 'plants:password.refused',
  not_allowed: 'errors:code.no_perms',
  failed: 'plants:password.failed',
  not_saved: 'plants:password.notSaved',
};

/** Changes the password of a plant account on the plant and in the vault; shows the rules and the strength. */
export function PlantPasswordDialog(props: { plant: PlantSession; onClose: () => void }): ReactElement {
  const t = useT();
  const { plant, onClose } = props;
  const { username, password } = plant.credential;
  const [fields, setFields] = useState<PasswordFields>({ current: password, next: '', repeat: '' });
  const [isTried, setTried] = useState(false);
  const change = useMutation({
    mutationFn: () => changePlantPassword(plant, fields.current, fields.next),
    onSuccess: (outcome) => {
      if (outcome !== 'changed') return;
      notify({ text: t('plants:password.done'), type: 'success', timeout: NOTICE_DURATION_MS, link: null });
      onClose();
    },
  });
  const problem = isTried ? findPasswordProblem(fields, username) : null;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    if (findPasswordProblem(fields, username) === null) change.mutate();
  };
  const outcome = change.isError ? 'failed' : change.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('plants:password.title', { plant: getPlantLabel(plant) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form className={styles.column} onSubmit={submit} noValidate>
        <PasswordInputs fields={fields} problem={problem} onChange={setFields} />
        <PasswordRules password={fields.next} username={username} />
        {outcome !== undefined && outcome !== 'changed' && (
          <Notice tone="al" isUrgent>
            {t(FAILURES[outcome])}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('plants:password.submit')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

function PasswordInputs(props: {
  fields: PasswordFields;
  problem: Problem | null;
  onChange: (fields: PasswordFields) => void;
}): ReactElement[] {
  const t = useT();
  const { fields, problem, onChange } = props;
  return INPUTS.map((name) => (
    <PasswordInput
      key={name}
      name={name}
      data-autofocus={name === 'next' ? true : undefined}
      label={t(`plants:password.${name}`)}
      description={name === 'current' ? t('plants:password.currentHint') : null}
      autoComplete={name === 'current' ? 'off' : 'new-password'}
      maxLength={200}
      visibilityToggleButtonProps={{ 'aria-label': t('plants:form.showPassword') }}
      value={fields[name]}
      error={problem?.field === name ? t(problem.text) : null}
      onChange={(event) => onChange({ ...fields, [name]: event.currentTarget.value })}
    />
  ));
}
