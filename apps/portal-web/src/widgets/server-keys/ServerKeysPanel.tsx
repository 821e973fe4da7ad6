import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ServerKeyInfo } from '@varco/contract/server-keys.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { NewServerKeyDialog, RetireServerKeyDialog } from './KeyDialogs.tsx';
import type { KeyServer } from './key-server.ts';
import styles from './ServerKeys.module.css';

/** How often the panel looks whether the former key can be retired. */
const WATCH_MS = 5_000;

interface Task {
  readonly kind: 'add' | 'retire';
  readonly info: ServerKeyInfo;
}

/** Keys of a server: which signs, which is still accepted and what its retirement waits for (ADR 0036). */
export function ServerKeysPanel({ server }: { server: KeyServer }): ReactElement {
  const t = useT();
  const [task, setTask] = useState<Task | null>(null);
  const [showsRetired, setShowsRetired] = useState(false);
  const found = useQuery({
    queryKey: server.queryKey,
    queryFn: ({ signal }) => server.read(signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.keys.some(({ state: key }) => key === 'verifies') === true ? WATCH_MS : false,
  });
  const keys = found.data?.keys ?? [];
  const retired = keys.filter(({ state }) => state === 'retired').length;
  const shown = showsRetired ? keys : keys.filter(({ state }) => state !== 'retired');
  const Dialog = task?.kind === 'add' ? NewServerKeyDialog : RetireServerKeyDialog;
  return (
    <>
      <Panel title={t('serverKeys:title')} icon="key" padding="none">
        <p className={styles.intro}>{t('serverKeys:intro')}</p>
        {found.isError && <Notice tone="al">{t('serverKeys:failed')}</Notice>}
        {shown.length > 0 && <KeyTable server={server} keys={shown} onTask={setTask} />}
        {retired > 0 && (
          <p className={styles.intro}>
            <TextButton onClick={() => setShowsRetired(!showsRetired)}>
              {showsRetired ? t('serverKeys:hideRetired') : t('serverKeys:showRetired', { count: retired })}
            </TextButton>
          </p>
        )}
      </Panel>
      {task !== null && <Dialog server={server} info={task.info} onClose={() => setTask(null)} />}
    </>
  );
}

function KeyTable(props: {
  server: KeyServer;
  keys: readonly ServerKeyInfo[];
  onTask: (task: Task) => void;
}): ReactElement {
  const t = useT();
  const { server, keys, onTask } = props;
  return (
    <SimpleTable
      label={t('serverKeys:title')}
      onNarrow="stack"
      columns={[
        { key: 'key', title: t('serverKeys:column.key') },
        { key: 'state', title: t('serverKeys:column.state') },
        { key: 'fingerprint', title: t('serverKeys:column.fingerprint') },
        { key: 'changed', title: t('serverKeys:column.changed') },
        { key: 'actions', title: t('serverKeys:column.actions'), isTitleHidden: true },
      ]}
    >
      {keys.map((info) => (
        <TableRow key={`${info.name} ${info.kid}`}>
          <th scope="row">
            {t(`serverKeys:name.${info.name}`)}
            {info.state === 'signs' && (
              <span className={styles.hint}>{t(`serverKeys:hint.${server.kind}.${info.name}`)}</span>
            )}
          </th>
          <td>
            <KeyState info={info} />
            {listWaits(info, t).map((text) => (
              <span key={text} className={styles.hint}>
                {text}
              </span>
            ))}
          </td>
          <td>
            <div className={styles.fingerprint}>{info.fingerprint ?? t('serverKeys:noFingerprint')}</div>
          </td>
          <td className={styles.change}>{formatChange(info, t)}</td>
          <td>
            <KeyAction
              info={info}
              hasFormer={keys.some(({ name, state }) => name === info.name && state === 'verifies')}
              onTask={onTask}
            />
          </td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}

const CHIPS: Readonly<Record<'starts' | ServerKeyInfo['state'], readonly [Tone, IconName]>> = {
  starts: ['in', 'hourglass'],
  signs: ['ok', 'check'],
  verifies: ['wa', 'clock'],
  retired: ['nt', 'ban'],
};

function KeyState({ info }: { info: ServerKeyInfo }): ReactElement {
  const t = useT();
  const state = info.state === 'signs' && !info.in_use ? 'starts' : info.state;
  const [tone, icon] = CHIPS[state];
  return <StatusChip tone={tone} icon={icon} word={t(`serverKeys:state.${state}`)} />;
}

/** A key without a former one can be replaced, a former one retired as soon as nothing speaks against it. */
function KeyAction(props: {
  info: ServerKeyInfo;
  hasFormer: boolean;
  onTask: (task: Task) => void;
}): ReactElement | null {
  const t = useT();
  const { info, hasFormer, onTask } = props;
  const key = t(`serverKeys:name.${info.name}`);
  if (info.state === 'signs' && !hasFormer)
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('serverKeys:add.named', { key })}
        onClick={() => onTask({ kind: 'add', info })}
      >
        {t('serverKeys:add.button')}
      </Button>
    );
  if (info.retirement === null) return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('serverKeys:retire.named', { key })}
      disabled={info.retirement.waits || info.retirement.unaware.length > 0}
      onClick={() => onTask({ kind: 'retire', info })}
    >
      {t('serverKeys:retire.button')}
    </Button>
  );
}

/** What has to happen before a former key is retired. */
function listWaits({ retirement }: ServerKeyInfo, t: Translate): readonly string[] {
  if (retirement === null) return [];
  const portals = retirement.unaware.map(({ origin: portal, why }) =>
    t(`serverKeys:wait.${why === 'other-key' ? 'otherKey' : why}`, { portal }),
  );
  if (retirement.waits) return [t('serverKeys:wait.use'), ...portals];
  return portals.length > 0 ? portals : [t('serverKeys:wait.ready')];
}

function formatChange(info: ServerKeyInfo, t: Translate): string {
  if (info.retired !== null) {
    const time = formatDateMinute(info.retired);
    return info.retired_by === null
      ? t('serverKeys:change.retiredBefore', { time })
      : t('serverKeys:change.retired', { time, name: info.retired_by });
  }
  const time = formatDateMinute(info.created);
  return info.created_by === null
    ? t('serverKeys:change.first', { time })
    : t('serverKeys:change.made', { time, name: info.created_by });
}
