import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { whenIdle } from '../../lib/idle.ts';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { NewsPopup } from './late-parts.tsx';

/** The news popup (P 6): not for administrators, not for who switched it off, and only once the browser has nothing more urgent to do. */
export function NewsAtStart(): ReactElement | null {
  const user = useSession((session) => session.user);
  const isWanted = usePreferences((preferences) => preferences.showNews);
  const [isTime, setTime] = useState(false);
  useEffect(() => whenIdle(async () => setTime(true)), []);
  if (!isTime || !isWanted || user === null || user.admin) return null;
  return (
    // News that cannot be loaded is no reason to say anything: the landing page has it.
    <ErrorBoundary fallback={() => null} onError={() => undefined}>
      <NewsPopup userUuid={user.uuid} />
    </ErrorBoundary>
  );
}
