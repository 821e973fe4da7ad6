import { useQuery } from '@tanstack/react-query';
import { systemInfo } from '@varco/contract/portal/system.ts';
import { formatTime } from '@varco/i18n/format.ts';
import { type ReactElement, useEffect, useState } from 'react';
import { callPortal } from '../../lib/api/portal.ts';
import { toMilliseconds, toInstant, nowMs } from '../../lib/clock.ts';
import { ClockText } from '../../widgets/shell/TopBar.tsx';

/** Difference between this computer's clock and the portal's, in milliseconds; measured at the middle of the call. */
const clockSkewQuery = {
  queryKey: ['server-clock'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number> => {
    const sent = nowMs();
    const { server_time } = await callPortal(systemInfo, {}, { signal, isPolling: true });
    return toMilliseconds(server_time) - (sent + nowMs()) / 2;
  },
  refetchInterval: 300_000,
  staleTime: 300_000,
};

/** The portal's time, so that two operators refer to the same minute. Only this component redraws each second. */
export function ServerClock(): ReactElement {
  const skew = useQuery(clockSkewQuery).data ?? 0;
  const [at, setAt] = useState(nowMs);
  useEffect(() => {
    const timer = setInterval(() => setAt(nowMs()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const text = formatTime(toInstant(at + skew));
  return <ClockText hoursMinutes={text.slice(0, 5)} seconds={text.slice(6)} />;
}
