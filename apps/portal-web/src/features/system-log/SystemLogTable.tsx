import type { SystemEvent } from '@varco/contract/system-log.ts';
import { formatDateTime } from '@varco/i18n/format.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { Tone } from '@varco/ui/tone.ts';
import { Fragment, type ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { formatEvent, formatGateCode } from './event-text.ts';
import type { SourcedEvent } from './merge-logs.ts';
import type { LogSource } from './system-log.api.ts';
import { usePlantNameLookup } from './use-log-sources.ts';

const LEVEL_STYLES: Readonly<Record<SystemEvent['level'], readonly [Tone, IconName]>> = {
  info: ['in', 'info'],
  warn: ['wa', 'warning'],
  error: ['al', 'octagon'],
};

const COLUMNS = ['time', 'source', 'level', 'event', 'details'] as const;

/** Events, newest first: time, source, level, text, and details that help to find it in the server log. */
export function SystemLogTable(props: {
  rows: readonly SourcedEvent[];
  sources: ReadonlyMap<LogSource, string>;
}): ReactElement {
  const t = useT();
  const nameOf = usePlantNameLookup();
  return (
    <SimpleTable
      label={t('logs:label')}
      columns={COLUMNS.map((key) => ({ key, title: t(`logs:${key}`) }))}
      isFilling
      onNarrow="stack"
    >
      {props.rows.map(({ source, event }) => {
        const [tone, icon] = LEVEL_STYLES[event.level];
        return (
          <TableRow key={`${source}-${event.id}`}>
            <td>{formatDateTime(event.at)}</td>
            <td>{props.sources.get(source) ?? source}</td>
            <td>
              <StatusChip tone={tone} icon={icon} word={t(`logs:levelOf.${event.level}`)} />
            </td>
            <td>{formatEvent(t, event.event)}</td>
            <td>
              <EventDetails event={event} nameOf={nameOf} />
            </td>
          </TableRow>
        );
      })}
    </SimpleTable>
  );
}

/** What helps to find the event in the log of the server. Codes are the same in every language and look like it. */
function EventDetails(props: { event: SystemEvent; nameOf: (uuid: string) => string }): ReactElement {
  const t = useT();
  const { code, sub_code: sub, route, plant, request_id: request, times, last_at: lastAt } = props.event;
  const gate = code === null ? null : formatGateCode(t, code);
  const codes = [gate === null ? code : null, sub].filter((part) => part !== null).join(' / ');
  const parts: readonly (readonly [key: string, text: string, isCode?: boolean])[] = [
    ['times', times > 1 ? t('logs:times', { count: times, time: formatDateTime(lastAt) }) : ''],
    ['plant', plant === null ? '' : t('logs:about', { plant: props.nameOf(plant) })],
    ['gate', gate ?? ''],
    ['codes', codes, true],
    ['route', route ?? '', true],
    ['request', request === null ? '' : t('logs:request', { id: request })],
  ];
  return (
    <>
      {parts
        .filter(([, text]) => text !== '')
        .map(([key, text, isCode = false], index) => (
          <Fragment key={key}>
            {index > 0 && ', '}
            {isCode ? <code>{text}</code> : text}
          </Fragment>
        ))}
    </>
  );
}
