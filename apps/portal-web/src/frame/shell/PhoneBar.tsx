import { useLocation, useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { BottomBar } from '../../widgets/shell/BottomBar.tsx';
import { useRailSections } from './use-rail-sections.ts';

/** What stands in the bar itself; everything else is behind its last entry. */
const FIRST = ['/lpr', '/map', '/alerts', '/blacklist'];

/** The rail of a phone. */
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
