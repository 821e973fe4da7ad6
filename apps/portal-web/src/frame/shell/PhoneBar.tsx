import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { BottomBar } from '../../widgets/shell/BottomBar.tsx';
import { useRailSections } from './use-rail-sections.ts';

/** Entries in the bar itself; all others are behind its last entry. */
const FIRST = ['/lpr', '/map', '/alerts', '/blacklist'];

/** Bottom navigation on phones. */
export function PhoneBar(): ReactElement {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <BottomBar
      sections={useRailSections()}
      first={FIRST}
      activeId={pathname}
      onNavigate={(to) => void navigate({ to })}
    />
  );
}
