import { type ReactElement, useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { ShortcutList } from './late-parts.tsx';

/** The list under `?`. */
export function ShortcutHelp(): ReactElement | null {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  useShortcuts({ '?': () => setState('open') });
  if (state === 'never') return null;
  return <ShortcutList isOpen={state === 'open'} onClose={() => setState('closed')} />;
}
