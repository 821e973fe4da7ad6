import type { KeyboardEvent } from 'react';

/**
 * Keys between rows and sort buttons, which are not stops of Tab: Up in the first row leads to the buttons, Left and
 * Right move through them, Down returns to the rows. True when the key was used.
 */
export function moveThroughHead(event: KeyboardEvent<HTMLElement>, currentIndex: number): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || !(event.target instanceof HTMLElement)) return false;
  const table = event.currentTarget;
  const buttons = [...table.querySelectorAll<HTMLElement>('thead button')];
  const at = buttons.indexOf(event.target);
  let next: HTMLElement | null | undefined;
  if (at >= 0) {
    if (event.key === 'ArrowRight') next = buttons[at + 1];
    else if (event.key === 'ArrowLeft') next = buttons[at - 1];
    else if (event.key === 'ArrowDown') next = table.querySelector<HTMLElement>('tbody tr[tabindex="0"]');
    else return false;
  } else if (event.key === 'ArrowUp' && currentIndex === 0 && event.target.matches('tbody tr')) [next] = buttons;
  else return false;
  if (at < 0 && next === undefined) return false;
  event.preventDefault();
  event.stopPropagation();
  next?.focus();
  return true;
}
