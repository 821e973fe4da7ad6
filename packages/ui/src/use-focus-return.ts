import { useEffect, useState } from 'react';

/**
 * When the component goes, returns the focus to where it was when it came, such as the row of a list, unless something
 * else has taken it. For dialogs and panels that come and go with their component: those of the library return it only
 * while they stay mounted.
 */
export function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}
