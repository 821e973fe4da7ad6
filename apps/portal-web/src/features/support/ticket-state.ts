import type { Ticket } from '@varco/contract/portal/tickets.ts';
import type { IconName } from '@varco/ui/icon-paths.ts';
import type { Tone } from '@varco/ui/tone.ts';

/** Colour and icon of a ticket's state. */
export const TICKET_STATE_STYLES: Readonly<Record<Ticket['state'], { readonly tone: Tone; readonly icon: IconName }>> =
  {
    open: { tone: 'wa', icon: 'hourglass' },
    answered: { tone: 'in', icon: 'mail' },
    closed: { tone: 'nt', icon: 'check' },
  };
