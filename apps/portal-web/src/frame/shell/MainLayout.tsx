import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CaseBarSlot } from '../../features/case/CaseBarSlot.tsx';
import { isConcerned } from '../../lib/approvals/is-concerned.ts';
import { toggleHelp, useHelp } from '../../lib/help/help.store.ts';
import { usePlantList } from '../../lib/plants/use-plants.ts';
import { setDarkMode, setMenuCollapsed, usePreferences } from '../../lib/preferences/preferences.store.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { toScheme, useResolvedScheme } from '../../theme/ThemeProvider.tsx';
import { Rail } from '../../widgets/shell/Rail.tsx';
import { TopBar } from '../../widgets/shell/TopBar.tsx';
import {
  AlertBell,
  ApprovalBadge,
  HandoverBadge,
  PersonRequestBadge,
  PlantHealthMenu,
  UserMenu,
} from './lazy-components.tsx';
import { findRailEntry } from './find-rail-entry.ts';
import { ServerClock } from './ServerClock.tsx';
import { useRailSections } from './use-rail-sections.ts';
import { useListTitle, useScreenTitle } from './use-screen-title.ts';

// The components that surround every working screen.

/** The navigation rail on the left; `\` collapses it. */
export function MainRail(): ReactElement {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const sections = useRailSections();
  const isCollapsed = usePreferences((preferences) => preferences.menuCollapsed);
  const toggle = (): void => setMenuCollapsed(!isCollapsed);
  useShortcuts({ '\\': toggle });
  return (
    <Rail
      sections={sections}
      activeId={findRailEntry(sections, pathname)}
      isCollapsed={isCollapsed}
      onToggle={toggle}
      onNavigate={(to) => void navigate({ to })}
    />
  );
}

/** The top bar with the case bar in it or, on a phone, below it. */
export function MainTopBar(props: { isPhone: boolean }): ReactElement {
  const { isPhone } = props;
  const plants = usePlantList();
  const scheme = useResolvedScheme(toScheme(usePreferences((preferences) => preferences.darkMode)));
  const title = useScreenTitle();
  const list = useListTitle();
  const hasApprovals = plants.some(isConcerned);
  const hasRequests = plants.some(({ login }) => login?.user.handles_requests);
  const caseBar = <CaseBarSlot isLine={isPhone} />;
  return (
    <>
      <TopBar
        title={list?.title ?? title}
        {...(list === null ? {} : { subtitle: list.subtitle })}
        caseBar={isPhone ? null : caseBar}
        health={<PlantHealthMenu plants={plants} />}
        alerts={
          <>
            <HandoverBadge />
            {hasApprovals && <ApprovalBadge />}
            {hasRequests && <PersonRequestBadge />}
            <AlertBell />
          </>
        }
        theme={{ isDark: scheme === 'dark', onToggle: () => setDarkMode(scheme !== 'dark') }}
        help={{ isOpen: useHelp(({ isOpen }) => isOpen), onToggle: toggleHelp }}
        clock={<ServerClock />}
        user={<UserMenu />}
      />
      {isPhone && <div data-tour="reason">{caseBar}</div>}
    </>
  );
}
