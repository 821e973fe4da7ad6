import { useQueryClient } from '@tanstack/react-query';
import { watchExports } from '@varco/contract/portal/exports.ts';
import { useEffect } from 'react';
import { readEventsForever, readEvents } from '../../lib/api/event-stream.ts';
import { PORTAL } from '../../lib/api/portal.ts';
import { exportListQuery, pendingExportsQuery } from './exports.api.ts';

/**
 * Reloads exports on events of the portal instead of up to five seconds later. Only while some are pending and the page
 * is visible, because browsers limit the connections per origin. If the stream fails, polling is sufficient.
 */
export function useExportEvents(isPending: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isPending) return undefined;
    let reading: AbortController | null = null;
    const look = (): void => {
      void client.invalidateQueries({ queryKey: pendingExportsQuery.queryKey });
      void client.invalidateQueries({ queryKey: exportListQuery.queryKey });
    };
    const follow = (): void => {
      if (document.hidden) {
        reading?.abort();
        reading = null;
      } else if (reading === null) {
        reading = new AbortController();
        const { signal } = reading;
        const open = () => readEvents(PORTAL, watchExports, { body: {} }, signal);
        void readEventsForever(open, { onEvent: ({ name }) => (name === 'changed' ? look() : undefined) }, signal);
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      reading?.abort();
    };
  }, [client, isPending]);
}
