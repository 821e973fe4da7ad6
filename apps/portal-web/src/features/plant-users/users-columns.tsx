import type { PlantUserRecord } from '@varco/contract/plant/users.ts';
import { formatItalianDay } from '@varco/domain/blacklist/expiry.ts';
import { ACCOUNT_EXPIRING_DAYS } from '@varco/domain/policy/user-grants.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { Tone } from '@varco/ui/tone.ts';
import type { ReactNode } from 'react';
import { toRomeDay, shiftDays } from '../../lib/rome-days.ts';
import styles from './PlantUsers.module.css';
import { type AccountState, FORM_FLAGS, toUserForm, toRole, computeAccountState } from './user-form.ts';

const STATE_STYLES: Readonly<Record<AccountState, { readonly tone: Tone; readonly icon: IconName }>> = {
  enabled: { tone: 'ok', icon: 'check' },
  disabled: { tone: 'nt', icon: 'slashRing' },
  mustChange: { tone: 'wa', icon: 'key' },
  expired: { tone: 'al', icon: 'clock' },
  passwordExpired: { tone: 'wa', icon: 'clock' },
  soon: { tone: 'wa', icon: 'hourglass' },
};

/** Username with the full name in brackets. */
export const formatUserName = ({ username, fullname }: Pick<PlantUserRecord, 'username' | 'fullname'>): string =>
  fullname === '' ? username : `${fullname} (${username})`;

/** Level and role in one line (TPERM-16). */
export const formatRole = (t: Translate, level: number): string =>
  `${t('users:level', { level: String(level) })} · ${t(`users:role.${toRole(level)}`)}`;

const stackLines = (first: ReactNode, second: ReactNode): ReactNode => (
  <span className={styles.stack}>
    <span>{first}</span>
    <span className={styles.quiet}>{second}</span>
  </span>
);

/** Names of the user's permissions, as in the form, without the right to be searched by plate. */
function formatPermissions(t: Translate, user: PlantUserRecord): string {
  const { flags } = toUserForm(user);
  const had = FORM_FLAGS.filter((flag) => flag !== 'sees_plates' && flags[flag]).map((flag) => t(`users:form.${flag}`));
  const isLimited = user.t_max > 0 || user.varchi_abilitati !== null || user.districts.length > 0 || !user.sees_plates;
  return [...had, ...(isLimited ? [t('users:limited')] : [])].join(', ');
}

/** Columns of the user list; what a narrow window leaves out stands in the dialog of a user. `now`: ISO instant. */
export function buildUserColumns(t: Translate, now: string): readonly Column<PlantUserRecord>[] {
  const today = toRomeDay(now);
  const soon = toRomeDay(shiftDays(now, ACCOUNT_EXPIRING_DAYS));
  const named = (id: 'user' | 'state' | 'role' | 'owner' | 'expiry' | 'rights' | 'devices') => ({
    id,
    header: t(`users:column.${id}`),
    name: t(`users:column.${id}`),
  });
  return [
    { ...named('user'), sortField: 'username', cell: (user) => stackLines(user.username, user.fullname) },
    {
      ...named('state'),
      cell: (user) => {
        const state = computeAccountState(user, today, soon);
        return <StatusChip {...STATE_STYLES[state]} word={t(`users:state.${state}`)} />;
      },
    },
    {
      ...named('role'),
      priority: 1,
      sortField: 'level',
      cell: (user) => stackLines(user.group, formatRole(t, user.level)),
    },
    { ...named('owner'), priority: 4, sortField: 'owned_by_username', cell: (user) => user.owned_by_username ?? '' },
    {
      ...named('expiry'),
      priority: 2,
      sortField: 'datascadenza',
      cell: ({ datascadenza: end }) => (end === null ? '' : formatItalianDay(end)),
    },
    { ...named('rights'), priority: 3, cell: (user) => formatPermissions(t, user) },
    {
      ...named('devices'),
      priority: 5,
      cell: (user) => user.dispositivi.map((kind) => t(`users:device.${kind}`)).join(', '),
    },
    {
      id: 'actions',
      header: '',
      name: t('users:column.actions'),
      pinned: 'end',
      cell: (user, { openMenu, tabIndex }) => (
        <IconButton
          icon="dots"
          name={t('users:actions', { name: user.username })}
          tabIndex={tabIndex}
          onClick={(event) => openMenu(event.currentTarget)}
        />
      ),
    },
  ];
}
