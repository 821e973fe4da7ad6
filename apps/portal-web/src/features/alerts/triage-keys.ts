import type { LiveAlert } from '@varco/contract/plant/alerts.ts';
import type { KeyboardEvent } from 'react';
import type { AlertAction } from './alerts.api.ts';

/** What the keys of a card can do. */
export interface Triage {
  readonly act: (action: AlertAction) => void;
  /** Puts the focus into a field of the card. */
  readonly focus: (field: 'patrol' | 'note') => void;
  /** Shows the next (1) or previous (-1) alert; absent: the card stands alone. */
  readonly onStep?: ((by: 1 | -1) => void) | undefined;
}

/**
 * Action of a letter on an alert in its present state; null: the letter does nothing. An alert of a colleague is taken over
 * with Shift, so that no slip of a finger does it.
 */
export function findTriageAction(
  key: string,
  alert: LiveAlert,
  isShifted = false,
): AlertAction | 'patrol' | 'note' | null {
  if (key === 'n') return 'note';
  if (alert.esito !== null) return null;
  const isOfColleague = alert.in_carico_a !== '' && !alert.in_carico_mio;
  if (key === 't' && !alert.in_carico_mio && isShifted === isOfColleague)
    return { kind: 'take', isForced: isOfColleague };
  if (key === 'v' && alert.verificato_il === null) return { kind: 'verify' };
  if (key === 'p' && alert.verificato_il !== null) return 'patrol';
  if (key === 'm') return { kind: 'end', outcome: 'misread', note: '' };
  if (key === 'o') return { kind: 'end', outcome: 'other_vehicle', note: '' };
  return null;
}

/** Handles a key of the card. Keys typed into a field, and those with Ctrl, Alt or Meta, are left alone. */
export function handleTriageKey(event: KeyboardEvent<HTMLElement>, alert: LiveAlert, triage: Triage): void {
  const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (isTyping || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
  const key = event.key.toLowerCase();
  const step = key === 'j' ? 1 : key === 'k' ? -1 : null;
  const found = step === null ? findTriageAction(key, alert, event.shiftKey) : null;
  if (step === null ? found === null : triage.onStep === undefined) return;
  // The screen behind the card has keys of its own.
  event.preventDefault();
  event.stopPropagation();
  if (step !== null) triage.onStep?.(step);
  else if (found === 'patrol' || found === 'note') triage.focus(found);
  else if (found !== null) triage.act(found);
}
