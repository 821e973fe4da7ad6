import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { BottomBar } from '../../widgets/shell/BottomBar.tsx';
import { findRailEntry } from './find-rail-entry.ts';
import { useRailSections } from './use-rail-sections.ts';

/** Entries in the bar itself; all others are behind its last entry. */
const PRIMARY_PATHS = ['/lpr', '/map', '/alerts', '/blacklist'];

/** Bottom navigation on phones. */
export function PhoneNavigation(): ReactElement {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const sections = useRailSections();
  return (
    <BottomBar
      sections={sections}
      first={PRIMARY_PATHS}
      activeId={findRailEntry(sections, pathname)}
      onNavigate={(to) => void navigate({ to })}
    />
  );
}
