import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlantUserRecord } from '@varco/contract/plant/users.ts';
import { canManageUsers } from '@varco/domain/policy/plant-permissions.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { AccountSection, type Owner } from './AccountSection.tsx';
import { listAssignableGates } from './grantable-rights.ts';
import { FactsSection, LimitsSection } from './LimitsSection.tsx';
import { type ManagedPlant, managesAll } from './managed-plants.ts';
import styles from './PlantUsers.module.css';
import { RightsSection } from './RightsSection.tsx';
import { validateUserForm, toUserForm, createUserForm, type UserForm } from './user-form.ts';
import { type FormOptions, formOptionsQuery, allUsersQuery } from './users.api.ts';
import { formatUserName } from './users-columns.tsx';
import { formatSaveOutcome, useUserSave } from './use-user-save.ts';

interface Props {
  readonly chosen: ManagedPlant;
  /** Null: a new user. */
  readonly user: PlantUserRecord | null;
  readonly onClose: () => void;
  readonly onChanged: () => Promise<void>;
}

/** Form of a user (USR-19): account, group and role, permissions, limits, and read-only facts. */
export function UserDialog(props: Props): ReactElement {
  const t = useT();
  const { chosen, user, onClose } = props;
  const plant = getPlantLabel(chosen.plant);
  const choices = useQuery(formOptionsQuery(chosen.plant.credentialId));
  return (
    <Modal
      opened
      onClose={onClose}
      size={980}
      title={
        user === null ? t('users:form.create', { plant }) : t('users:form.edit', { name: formatUserName(user), plant })
      }
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {choices.isError && (
        <Notice tone="al" isUrgent>
          {t('users:form.loadFailed', {
            text: choices.error instanceof ApiError ? formatError(choices.error.facts, false, t) : '',
          })}
        </Notice>
      )}
      {choices.isPending && <Notice tone="in">{t('users:loading')}</Notice>}
      {choices.data !== undefined && <UserFormFields {...props} choices={choices.data} />}
    </Modal>
  );
}

const createInitialForm = ({ chosen, user }: Props): UserForm => {
  if (user !== null) return toUserForm(user);
  const { manager } = chosen;
  return createUserForm({
    ownerId: managesAll(manager) ? null : manager.ID,
    tMax: managesAll(manager) ? 0 : manager.t_max,
    gates: listAssignableGates(manager),
  });
};

function UserFormFields(props: Props & { choices: FormOptions }): ReactElement {
  const t = useT();
  const { chosen, user, choices, onClose } = props;
  const { manager, plant } = chosen;
  const [form, setForm] = useState(() => createInitialForm(props));
  const [isTried, setTried] = useState(false);
  const saving = useUserSave({ chosen, user, onChanged: props.onChanged, onDone: onClose });
  const saved = saving.data?.kind === 'districts' ? saving.data.user : null;
  const isNew = user === null && saved === null;
  const isReadOnly = user !== null && user.level > manager.level;
  const isSelf = user?.id === manager.ID;
  const faults = validateUserForm(form, isNew, nowMs());
  const everybody = useQuery({ ...allUsersQuery(plant.credentialId), enabled: managesAll(manager) && !isReadOnly });
  const save = (): void => {
    setTried(true);
    if (faults.size === 0 && !isReadOnly && !saving.isPending) saving.mutate({ form, saved });
  };
  useShortcuts({ 'Ctrl+s': save });
  const fields = useFirstField(isNew);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save();
  };
  const set = (change: Partial<UserForm>): void => setForm((now) => ({ ...now, ...change }));
  const part = { form, onChange: set, faults: isTried ? faults : NO_FAULTS, isReadOnly, isNew };
  const owners = managesAll(manager) ? listPossibleOwners(everybody.data ?? [], user) : null;
  const refusal = saving.data === undefined ? null : formatSaveOutcome(t, saving.data);
  return (
    <form ref={fields} className={styles.form} onSubmit={submit} noValidate>
      {(isReadOnly || isSelf) && <FormNotice isReadOnly={isReadOnly} />}
      <div className={styles.part}>
        <AccountSection {...part} isSelf={isSelf} owners={owners} />
        {user !== null && <FactsSection user={user} />}
      </div>
      <div className={styles.part}>
        <RightsSection
          {...part}
          manager={manager}
          groups={choices.groups}
          before={user === null ? null : toUserForm(user)}
        />
        <LimitsSection {...part} manager={manager} choices={choices} />
      </div>
      <div className={styles.wide}>
        {refusal !== null && (
          <Notice tone="al" isUrgent>
            {refusal}
          </Notice>
        )}
        <DialogActions
          faults={isTried ? faults.size : 0}
          isReadOnly={isReadOnly}
          isSaving={saving.isPending}
          onClose={onClose}
        />
      </div>
    </form>
  );
}

/** Says that the form cannot be changed, or that it is about the user's own account. */
function FormNotice({ isReadOnly }: { isReadOnly: boolean }): ReactElement {
  const t = useT();
  return (
    <div className={styles.wide}>
      <Notice tone="in">{t(isReadOnly ? 'users:form.readOnly' : 'users:form.self')}</Notice>
    </div>
  );
}

function DialogActions(props: {
  faults: number;
  isReadOnly: boolean;
  isSaving: boolean;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  return (
    <div className={styles.actions}>
      {props.faults > 0 && <span className={styles.fault}>{t('users:form.faults', { count: props.faults })}</span>}
      <Button variant="default" onClick={props.onClose}>
        {t('common:cancel')}
      </Button>
      <Button type="submit" disabled={props.isReadOnly} loading={props.isSaving}>
        {t('common:save')}
      </Button>
    </div>
  );
}

/**
 * The fields come when the dialog has given the focus to its close button already. A new person begins at the account, one who
 * exists at the permissions, which change most. On a touch screen the form stays at its top.
 */
function useFirstField(isNew: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const isNewAtFirst = useRef(isNew);
  useEffect(() => {
    if (matchMedia('(pointer: coarse)').matches) return;
    const selector = isNewAtFirst.current ? 'input' : '[data-rights] input:enabled';
    const first = form.current?.querySelector<HTMLElement>(selector);
    first?.setAttribute('data-autofocus', 'true');
    first?.focus();
  }, []);
  return form;
}

const NO_FAULTS: ReadonlySet<never> = new Set();

/** Users who can own others without being administrators of the plant, and the current owner. */
function listPossibleOwners(everybody: readonly PlantUserRecord[], user: PlantUserRecord | null): readonly Owner[] {
  const able = everybody.filter((one) => one.id !== user?.id && canManageUsers(one));
  const { owned_by_id: id = null, owned_by_username: username = null } = user ?? {};
  if (id === null || username === null || able.some((one) => one.id === id)) return able;
  return [{ id, username, fullname: '' }, ...able];
}
