import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { BottomBar } from '../../widgets/shell/BottomBar.tsx';
import { useRailSections } from './use-rail-sections.ts';

/** Entries in the bar itself; all others are behind its last entry. */
const PRIMARY_PATHS = ['/lpr', '/map', '/alerts', '/blacklist'];

/** Bottom navigation on phones. */
export function PhoneNavigation(): ReactElement {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <BottomBar
      sections={useRailSections()}
      first={PRIMARY_PATHS}
      activeId={pathname}
      onNavigate={(to) => void navigate({ to })}
    />
  );
}
