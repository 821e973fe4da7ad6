import type { AuditLogEntry } from '@varco/contract/audit-log.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { bringIntoSight } from '@varco/ui/bring-into-sight.ts';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { type KeyValue, KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatReason, type OfferedReason, useOfferedReasons } from '../../lib/plants/offered-reasons.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { formatAction, formatActor, listDetailFacts } from '../../lib/audit/audit-text.ts';
import type { SourcedEntry } from '../../lib/audit/merge-audit.ts';

/** Everything one entry holds, in words, and below it what can be done with it. */
export function LogEntryPanel(props: {
  row: SourcedEntry;
  sourceName: string;
  onClose: () => void;
  children?: ReactNode;
}): ReactElement {
  const t = useT();
  const offered = useOfferedReasons();
  const { row, sourceName, onClose } = props;
  const { entry } = row;
  const region = useRef<HTMLDivElement>(null);
  useShortcuts({ Escape: onClose });
  // In braces: browsers may return a promise, which React would take for a clean-up.
  useEffect(() => {
    region.current?.scrollTo(0, 0);
    // On a narrow window the panel is below the list, out of sight.
    bringIntoSight(region.current);
  }, [entry.hash]);
  return (
    <ScrollRegion ref={region} label={t('audit:entry')} role="group" isFilling isPadded>
      <Panel
        title={formatAction(t, entry.action)}
        aside={<IconButton icon="close" name={t('audit:close')} onClick={onClose} />}
        padding="list"
      >
        <KeyValueList items={[...listFacts(t, entry, { sourceName, offered }), ...listDetails(t, entry)]} />
        {props.children}
      </Panel>
    </ScrollRegion>
  );
}

function listFacts(
  t: Translate,
  entry: AuditLogEntry,
  { sourceName, offered }: { readonly sourceName: string; readonly offered: readonly OfferedReason[] },
): readonly KeyValue[] {
  const { actor, from, reason, count, bytes } = entry;
  const facts: readonly (readonly [string, string, string | null])[] = [
    ['time', t('audit:time'), formatDateTime(entry.at)],
    ['person', t('audit:person'), formatActor(t, actor)],
    ['group', t('audit:group'), actor.group === null ? null : `${actor.group}, ${actor.level ?? ''}`],
    ['plant', t('audit:plant'), sourceName],
    ['result', t('audit:result'), t(`audit:outcome.${entry.outcome}`)],
    ['rows', t('audit:rows'), count === null ? null : String(count)],
    ['bytes', t('audit:bytes'), bytes === null ? null : String(bytes)],
    ['ip', t('audit:ip'), from.ip],
    ['program', t('audit:program'), from.client],
    ['why', t('audit:why'), reason === null ? t('audit:noReason') : formatReason(reason.code, offered)],
    ['case', t('audit:case'), reason?.case ?? null],
    ['explanation', t('audit:explanation'), reason?.text ?? null],
    ['position', t('audit:position'), `${entry.epoch} / ${entry.seq}`],
    ['hash', t('audit:hash'), entry.hash],
  ];
  return facts.flatMap(([key, label, value]) => (value === null || value === '' ? [] : [{ key, label, value }]));
}

function listDetails(t: Translate, { detail }: AuditLogEntry): readonly KeyValue[] {
  if (detail === null) return [];
  return listDetailFacts(t, detail).map(({ key, label, value }) => ({ key: `detail-${key}`, label, value }));
}
