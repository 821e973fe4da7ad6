import { ErrorBoundary } from '@varco/ui/ErrorView.tsx';
import { type ReactElement, useEffect, useState } from 'react';
import { runWhenIdle } from '../../lib/idle.ts';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { NewsPopup } from './lazy-components.tsx';

/** The news popup (P 6). Not shown to administrators or to users who switched it off, and only once the browser is idle. */
export function StartAnnouncements(): ReactElement | null {
  const user = useSession((session) => session.user);
  const isRequested = usePreferences((preferences) => preferences.showNews);
  const [isTime, setTime] = useState(false);
  useEffect(() => runWhenIdle(async () => setTime(true)), []);
  if (!isTime || !isRequested || user === null || user.admin) return null;
  return (
    // A failed load of the news is silent: the landing page shows them too.
    <ErrorBoundary fallback={() => null} onError={() => undefined}>
      <NewsPopup userUuid={user.uuid} />
    </ErrorBoundary>
  );
}
