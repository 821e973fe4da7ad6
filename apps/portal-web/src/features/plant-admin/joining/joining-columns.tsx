import type { JoinedPortal, JoiningCodeInfo } from '@varco/contract/plant/joining.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import type { Tone } from '@varco/ui/tone.ts';

type ColumnName = 'portal' | 'fingerprint' | 'state' | 'joined' | 'by' | 'heartbeat' | 'made' | 'expires' | 'seen';

const createColumn =
  <R,>(t: Translate) =>
  (id: ColumnName, cell: Column<R>['cell']): Column<R> => ({
    id,
    header: t(`joining:column.${id}`),
    name: t(`joining:column.${id}`),
    cell,
  });

const CODE_STYLES: Readonly<Record<JoiningCodeInfo['state'], readonly [Tone, IconName]>> = {
  open: ['in', 'hourglass'],
  used: ['ok', 'check'],
  expired: ['nt', 'clock'],
  revoked: ['nt', 'ban'],
};

/** Columns of the joining codes. */
export function buildCodeColumns(t: Translate): readonly Column<JoiningCodeInfo>[] {
  const column = createColumn<JoiningCodeInfo>(t);
  return [
    column('made', ({ created }) => formatDateTime(created)),
    column('by', ({ created_by: by }) => by),
    column('state', ({ state }) => {
      const [tone, icon] = CODE_STYLES[state];
      return <StatusChip tone={tone} icon={icon} word={t(`joining:codeState.${state}`)} />;
    }),
    column('expires', ({ expires }) => formatDateTime(expires)),
    column('seen', ({ seen, portal }) =>
      seen === null ? (portal === null ? '' : t('joining:only', { portal })) : `${seen.origin}, ${seen.fingerprint}`,
    ),
  ];
}

/** Columns of the portals. */
export function buildPortalColumns(t: Translate): readonly Column<JoinedPortal>[] {
  const column = createColumn<JoinedPortal>(t);
  return [
    column('portal', ({ origin }) => <b>{origin}</b>),
    column('state', ({ revoked, revoked_by: by }) => {
      const state = revoked === null ? 'joined' : by === '' ? 'replaced' : 'revoked';
      const icon = revoked === null ? 'check' : 'ban';
      return <StatusChip tone={revoked === null ? 'ok' : 'nt'} icon={icon} word={t(`joining:portalState.${state}`)} />;
    }),
    column('fingerprint', ({ fingerprint }) => fingerprint),
    column('joined', ({ joined }) => formatDateTime(joined)),
    column('by', ({ joined_by: by }) => by),
    column('heartbeat', ({ heartbeat }) =>
      heartbeat === null
        ? t('joining:heartbeat.none')
        : t(`joining:heartbeat.${heartbeat.result}`, { time: formatDateTime(heartbeat.at) }),
    ),
  ];
}
