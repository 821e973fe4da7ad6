import type { support as source } from '../it/support.ts';
import type { Texts } from '../message-types.ts';

/** English of `it/support.ts`. */
export const support: Texts<typeof source> = {
  title: 'Support',
  new: 'Write to support',
  scope: { label: 'Tickets', own: 'Mine', all: 'Everybody’s' },
  filter: { label: 'State', any: 'Any', open: 'To answer', answered: 'Answered', closed: 'Closed' },
  state: { open: 'to answer', answered: 'answered', closed: 'closed' },
  loading: 'Reading the tickets',
  failed: 'The tickets could not be read: {{text}}',
  empty: 'No ticket',
  emptyOwn: 'Write here when something does not work or is not clear: the portal’s administrators answer.',
  emptyAll: 'No ticket matches this choice.',
  count_one: '{{count}} ticket',
  count_other: '{{count}} tickets',
  number: 'Ticket {{number}}',
  messages_one: '{{count}} message',
  messages_other: '{{count}} messages',
  choose: 'Choose a ticket to read it.',
  thread: 'Messages of ticket {{number}}',
  phone: 'phone {{phone}}',
  support: 'support',
  gone: 'deleted account',
  answer: 'Answer',
  answerHint: 'Do not write plates or data of people unless needed.',
  send: 'Send',
  close: 'Close the ticket',
  reopen: 'Reopen the ticket',
  form: {
    message: 'Message',
    messageHint: 'What you wanted to do, what happened, on which plant.',
    phone: 'Phone (optional)',
    missing: 'Write the message',
  },
  pages: { label: 'Pages of tickets', previous: 'Previous page', next: 'Next page', page: 'Page {{page}}' },
};
