import type { PortalAccount } from '@varco/contract/portal/user-administration.ts';
import { formatDate, formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { ReactElement } from 'react';

type ColumnId =
  | 'username'
  | 'email'
  | 'fullname'
  | 'active'
  | 'verified'
  | 'mustChange'
  | 'admin'
  | 'lastLogin'
  | 'telephone'
  | 'mobile'
  | 'twoFactor'
  | 'notes'
  | 'keys'
  | 'created'
  | 'updated';

/** What a phone has room for; the others stand in the dialog of a person. */
const PHONE_COLUMNS: ReadonlySet<string> = new Set(['username', 'active', 'lastLogin', 'actions']);

/** ADM-03: the fifteen columns in the order of the specification, and the button of the row's actions. */
export function buildPortalUserColumns(
  t: Translate,
  ownUuid: string | null,
  isPhone: boolean,
): readonly Column<PortalAccount>[] {
  const yesNo = (value: boolean): string => t(value ? 'common:yes' : 'common:no');
  const column = (id: ColumnId, cell: Column<PortalAccount>['cell']): Column<PortalAccount> => ({
    id,
    header: t(`portalUsers:column.${id}`),
    name: t(`portalUsers:column.${id}`),
    cell,
  });
  const columns = [
    column('username', (user) => (
      <>
        <b>{user.username}</b>
        {user.uuid === ownUuid && ` (${t('portalUsers:self')})`}
      </>
    )),
    column('email', (user) => user.email),
    column('fullname', (user) => user.fullname),
    column('active', (user) => <StateChip user={user} t={t} />),
    column('verified', (user) => yesNo(user.verified)),
    column('mustChange', (user) => yesNo(user.must_change)),
    column('admin', (user) => <AdminCell user={user} t={t} />),
    column('lastLogin', ({ last_login: at }) => (at === null ? t('portalUsers:never') : <DayCell at={at} />)),
    column('telephone', (user) => user.telephone),
    column('mobile', (user) => user.mobile),
    column('twoFactor', (user) => yesNo(user.enable_2fa)),
    column('notes', (user) => user.notes),
    column('keys', (user) => formatKeys(user, t)),
    column('created', (user) => <DayCell at={user.created} />),
    column('updated', (user) => <DayCell at={user.updated} />),
    buildActionColumn(t),
  ];
  return isPhone ? columns.filter(({ id }) => PHONE_COLUMNS.has(id)) : columns;
}

const buildActionColumn = (t: Translate): Column<PortalAccount> => ({
  id: 'actions',
  header: '',
  name: t('portalUsers:column.actions'),
  pinned: 'end',
  width: 44,
  cell: (user, context) => (
    <IconButton
      icon="dots"
      name={t('portalUsers:actions', { name: user.username })}
      tabIndex={context.tabIndex}
      onClick={(event) => context.openMenu(event.currentTarget)}
    />
  ),
});

/** The day alone, so that more of the fifteen columns fit; the time stands on pointing. */
const DayCell = ({ at }: { at: string }): ReactElement => <span title={formatDateMinute(at)}>{formatDate(at)}</span>;

function StateChip({ user, t }: { user: PortalAccount; t: Translate }): ReactElement {
  if (!user.active) return <StatusChip tone="al" icon="ban" word={t('portalUsers:disabled')} />;
  if (user.invited !== null) return <StatusChip tone="in" icon="mail" word={t('portalUsers:invited')} />;
  return <StatusChip tone="ok" icon="check" word={t('portalUsers:active')} />;
}

function AdminCell({ user, t }: { user: PortalAccount; t: Translate }): ReactElement {
  const request = user.admin_request;
  const flag = t(user.admin ? 'common:yes' : 'common:no');
  if (request === null) return <>{flag}</>;
  const words = request.grants ? 'portalUsers:willBeAdmin' : 'portalUsers:willNotBeAdmin';
  return <StatusChip tone="wa" icon="hourglass" word={`${flag} · ${t(words, { name: request.requested_by })}`} />;
}

const formatKeys = ({ keys }: PortalAccount, t: Translate): string =>
  keys.map(({ name, enabled }) => (enabled ? name : t('portalUsers:keyOff', { name }))).join(', ');
