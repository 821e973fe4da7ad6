import { formatDate, formatDateMinute, formatDateTime, formatTime } from '@varco/i18n/format.ts';
import type { ReactElement } from 'react';

const MOMENT_FORMATS = { full: formatDateTime, minute: formatDateMinute, time: formatTime, date: formatDate } as const;

/** An instant in plant time; the tooltip shows the full date with time zone. `at`: ISO instant. */
export function Moment(props: {
  at: string;
  form?: keyof typeof MOMENT_FORMATS;
  className?: string | undefined;
}): ReactElement {
  const { at, form = 'full' } = props;
  return (
    <time dateTime={at} title={`${formatDateTime(at)} Europe/Rome`} className={props.className}>
      {MOMENT_FORMATS[form](at)}
    </time>
  );
}
