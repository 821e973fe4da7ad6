import { Button, Modal, Radio, Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { PlantUserRecord, UserListCounts } from '@varco/contract/plant/users.ts';
import { canWriteLists } from '@varco/domain/policy/list-rights.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { useT } from '../../lib/i18n.tsx';
import { formatError } from '../../lib/notices/error-text.ts';
import { notify } from '../../lib/notices/notices.store.ts';
import { getPlantLabel } from '../../lib/plants/use-plants.ts';
import type { ManagedPlant } from './managed-plants.ts';
import styles from './PlantUsers.module.css';
import { clearLists, allUsersQuery, moveLists, removeUser } from './users.api.ts';
import { formatUserName } from './users-columns.tsx';

const NOTICE_DURATION_MS = 5_000;
type ListFate = 'move' | 'clear';
const DONE_KEYS = { move: 'moved', clear: 'cleared' } as const;

const notifyDone = (text: string): void =>
  void notify({ text, type: 'success', timeout: NOTICE_DURATION_MS, link: null });

const formatListCounts = (t: Translate, { blacklist, whitelist, figurehead }: UserListCounts): string =>
  t('users:lists.count', { blacklist, whitelist, figurehead });

const hasListEntries = ({ blacklist, whitelist, figurehead }: UserListCounts): boolean =>
  blacklist + whitelist + figurehead > 0;

/** Text of the server's refusal; also for an entry created meanwhile. */
function formatRefusal(t: Translate, error: unknown): string {
  return error instanceof ApiError ? formatError(error.facts, false, t) : t('errors:code.internal');
}

/**
 * Decides what happens to the list entries of a user (USR-09), with or without deleting the user (USR-08). A user who
 * owns entries can be deleted only after they are moved or deleted; both options are offered.
 */
export function DeleteUserDialog(props: {
  chosen: ManagedPlant;
  user: PlantUserRecord;
  isDelete: boolean;
  onClose: () => void;
  onChanged: () => Promise<void>;
}): ReactElement {
  const t = useT();
  const { chosen, user, isDelete, onClose, onChanged } = props;
  const plant = getPlantLabel(chosen.plant);
  const [fate, setFate] = useState<ListFate>('move');
  const [to, setTo] = useState<number | null>(null);
  const owns = hasListEntries(user.liste);
  const [left, setLeft] = useState(0);
  const run = useMutation({
    mutationFn: () => handleListsAndDelete(chosen.plant.credentialId, user, owns ? { fate, to } : null, isDelete),
    onSuccess: async (stayed) => {
      await onChanged();
      setLeft(stayed);
      if (stayed > 0) return;
      notifyDone(t(`users:done.${isDelete ? 'deleted' : DONE_KEYS[fate]}`, { plant, name: user.username }));
      onClose();
    },
    onError: () => onChanged(),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(isDelete ? 'users:lists.deleteTitle' : 'users:lists.listsTitle', { name: formatUserName(user) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={styles.part}>
        {isDelete && <p>{t('users:lists.deleteText', { plant })}</p>}
        {owns && (
          <>
            <Notice tone="wa">
              {t(isDelete ? 'users:lists.blocked' : 'users:lists.owns', { lists: formatListCounts(t, user.liste) })}
            </Notice>
            <ListFateFields {...{ chosen, user, fate, setFate, to, setTo }} />
          </>
        )}
        {left > 0 && <Notice tone="wa">{t('users:lists.left', { count: left })}</Notice>}
        {run.isError && (
          <Notice tone="al" isUrgent>
            {t('users:lists.failed', { text: formatRefusal(t, run.error) })}
          </Notice>
        )}
        <DialogActions
          label={t(isDelete ? 'users:action.delete' : 'users:lists.go')}
          isDisabled={owns && fate === 'move' && to === null}
          isBusy={run.isPending}
          onGo={() => run.mutate()}
          onClose={onClose}
        />
      </div>
    </Modal>
  );
}

function DialogActions(props: {
  label: string;
  isDisabled: boolean;
  isBusy: boolean;
  onGo: () => void;
  onClose: () => void;
}): ReactElement {
  const t = useT();
  return (
    <div className={styles.actions}>
      <Button variant="default" onClick={props.onClose}>
        {t('common:cancel')}
      </Button>
      <Button color="allarme" disabled={props.isDisabled} loading={props.isBusy} onClick={props.onGo}>
        {props.label}
      </Button>
    </div>
  );
}

/**
 * Moves or deletes the lists first, then the user. Resolves with the number of entries that could not be moved; if any,
 * the user is not deleted.
 */
async function handleListsAndDelete(
  credentialId: string,
  user: PlantUserRecord,
  lists: { readonly fate: ListFate; readonly to: number | null } | null,
  isDelete: boolean,
): Promise<number> {
  if (lists !== null && lists.fate === 'clear') await clearLists(credentialId, user.id);
  if (lists !== null && lists.fate === 'move' && lists.to !== null) {
    const { left } = await moveLists(credentialId, user.id, lists.to);
    if (left > 0) return left;
  }
  if (isDelete) await removeUser(credentialId, user.id);
  return 0;
}

function ListFateFields(props: {
  chosen: ManagedPlant;
  user: PlantUserRecord;
  fate: ListFate;
  setFate: (fate: ListFate) => void;
  to: number | null;
  setTo: (to: number | null) => void;
}): ReactElement {
  const t = useT();
  const { chosen, user, fate, setFate, to, setTo } = props;
  const everybody = useQuery(allUsersQuery(chosen.plant.credentialId));
  const takers = (everybody.data ?? []).filter((one) => one.id !== user.id && canReceiveLists(one));
  const isListed = takers.some(({ id }) => id === chosen.manager.ID);
  const { manager, plant } = chosen;
  const own = { level: manager.level, group: manager.group, insertBl: manager.insert_bl };
  const mine =
    !isListed && user.id !== manager.ID && canWriteLists(own) === null
      ? [{ value: String(manager.ID), label: plant.login?.username ?? '' }]
      : [];
  return (
    <>
      <Radio.Group
        label={t('users:lists.choice')}
        value={fate}
        onChange={(value) => setFate(value === 'clear' ? 'clear' : 'move')}
      >
        <div className={styles.part}>
          <Radio value="move" label={t('users:lists.move')} />
          <Radio value="clear" label={t('users:lists.clear')} />
        </div>
      </Radio.Group>
      {fate === 'move' && (
        <Select
          label={t('users:lists.target')}
          description={t('users:lists.targetHint')}
          searchable
          data={[...mine, ...takers.map((one) => ({ value: String(one.id), label: formatUserName(one) }))]}
          value={to === null ? null : String(to)}
          onChange={(value) => setTo(value === null ? null : Number(value))}
        />
      )}
    </>
  );
}

const toListRights = (user: PlantUserRecord) => ({ level: user.level, group: user.group, insertBl: user.insert_bl });

/** Whether the user is enabled and may write lists. */
const canReceiveLists = (user: PlantUserRecord): boolean =>
  user.active !== 0 && canWriteLists(toListRights(user)) === null;
