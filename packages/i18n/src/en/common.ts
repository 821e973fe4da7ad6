import type { common as source } from '../it/common.ts';
import type { Texts } from '../message-types.ts';

/** Texts used everywhere. A text of one area belongs in the file of that area. */
export const common: Texts<typeof source> = {
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
  save: 'Save',
  retry: 'Retry',
  partMissing: 'This part did not load',
  change: 'Change',
  insert: 'Enter',
  delete: 'Delete',
  reset: 'Clear',
  search: 'Search',
  open: 'Open',
  more: 'More',
  back: 'Back',
  yes: 'Yes',
  no: 'No',
  all: 'All',
  none: 'None',
  loading: 'Loading...',
  seconds: '{{value}} s',
  required: 'Required',
  keys: {
    enter: 'Enter',
    ctrlEnter: 'Ctrl Enter',
    escape: 'Esc',
    delete: 'Del',
    home: 'Home',
    end: 'End',
    pageUp: 'PgUp',
    pageDown: 'PgDn',
    space: 'Space',
    altDigits: 'Alt 0–9',
  },
};
