import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlantUserRecord } from '@varco/contract/plant/users.ts';
import { canManageUsers } from '@varco/domain/plants/plant-permissions.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, type SubmitEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { nowMs } from '../../lib/clock.ts';
import { useT } from '../../lib/i18n.tsx';
import { errorText } from '../../lib/notices/error-text.ts';
import { plantLabel } from '../../lib/plants/use-plants.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { AccountPart, type Owner } from './AccountPart.tsx';
import { givenGates } from './giving.ts';
import { FactsPart, LimitsPart } from './LimitsPart.tsx';
import { type ManagedPlant, managesAll } from './managed-plants.ts';
import styles from './PlantUsers.module.css';
import { RightsPart } from './RightsPart.tsx';
import { faultsOf, formOf, newUser, type UserForm } from './user-form.ts';
import { type Choices, choicesQuery, everybodyQuery } from './users.api.ts';
import { nameOf } from './users-columns.tsx';
import { outcomeText, useUserSave } from './use-user-save.ts';

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
  const plant = plantLabel(chosen.plant);
  const choices = useQuery(choicesQuery(chosen.plant.credentialId));
  return (
    <Modal
      opened
      onClose={onClose}
      size={980}
      title={user === null ? t('users:form.create', { plant }) : t('users:form.edit', { name: nameOf(user), plant })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {choices.isError && (
        <Notice tone="al" isUrgent>
          {t('users:form.loadFailed', {
            text: choices.error instanceof ApiError ? errorText(choices.error.facts, false, t) : '',
          })}
        </Notice>
      )}
      {choices.isPending && <Notice tone="in">{t('users:loading')}</Notice>}
      {choices.data !== undefined && <Form {...props} choices={choices.data} />}
    </Modal>
  );
}

const startOf = ({ chosen, user }: Props): UserForm => {
  if (user !== null) return formOf(user);
  const { manager } = chosen;
  return newUser({
    ownerId: managesAll(manager) ? null : manager.ID,
    tMax: managesAll(manager) ? 0 : manager.t_max,
    gates: givenGates(manager),
  });
};

function Form(props: Props & { choices: Choices }): ReactElement {
  const t = useT();
  const { chosen, user, choices, onClose } = props;
  const { manager, plant } = chosen;
  const [form, setForm] = useState(() => startOf(props));
  const [isTried, setTried] = useState(false);
  const saving = useUserSave({ chosen, user, onChanged: props.onChanged, onDone: onClose });
  const saved = saving.data?.kind === 'districts' ? saving.data.user : null;
  const isNew = user === null && saved === null;
  const isReadOnly = user !== null && user.level > manager.level;
  const isSelf = user?.id === manager.ID;
  const faults = faultsOf(form, isNew, nowMs());
  const everybody = useQuery({ ...everybodyQuery(plant.credentialId), enabled: managesAll(manager) && !isReadOnly });
  const save = (): void => {
    setTried(true);
    if (faults.size === 0 && !isReadOnly && !saving.isPending) saving.mutate({ form, saved });
  };
  useShortcuts({ 'Ctrl+s': save });
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save();
  };
  const set = (change: Partial<UserForm>): void => setForm((now) => ({ ...now, ...change }));
  const part = { form, onChange: set, faults: isTried ? faults : NONE, isReadOnly, isNew };
  const owners = managesAll(manager) ? ownersOf(everybody.data ?? [], user) : null;
  const refusal = saving.data === undefined ? null : outcomeText(t, saving.data);
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {(isReadOnly || isSelf) && (
        <div className={styles.wide}>
          <Notice tone="in">{t(isReadOnly ? 'users:form.readOnly' : 'users:form.self')}</Notice>
        </div>
      )}
      <div className={styles.part}>
        <AccountPart {...part} isSelf={isSelf} owners={owners} />
        {user !== null && <FactsPart user={user} />}
      </div>
      <div className={styles.part}>
        <RightsPart {...part} manager={manager} groups={choices.groups} before={user === null ? null : formOf(user)} />
        <LimitsPart {...part} manager={manager} choices={choices} />
      </div>
      <div className={styles.wide}>
        {refusal !== null && (
          <Notice tone="al" isUrgent>
            {refusal}
          </Notice>
        )}
        <Actions
          faults={isTried ? faults.size : 0}
          isReadOnly={isReadOnly}
          isSaving={saving.isPending}
          onClose={onClose}
        />
      </div>
    </form>
  );
}

function Actions(props: { faults: number; isReadOnly: boolean; isSaving: boolean; onClose: () => void }): ReactElement {
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

const NONE: ReadonlySet<never> = new Set();

/** Users who can own others without being administrators of the plant, and the current owner. */
function ownersOf(everybody: readonly PlantUserRecord[], user: PlantUserRecord | null): readonly Owner[] {
  const able = everybody.filter((one) => one.id !== user?.id && canManageUsers(one));
  const { owned_by_id: id = null, owned_by_username: username = null } = user ?? {};
  if (id === null || username === null || able.some((one) => one.id === id)) return able;
  return [{ id, username, fullname: '' }, ...able];
}
