import type { search as italian } from '../it/search.ts';
import type { Texts } from '../message-types.ts';

/** Texts above the results of the transit list. */
export const search: Texts<typeof italian> = {
  refresh: {
    label: 'Automatic refresh',
    none: 'Off',
    seconds: '{{seconds}} s',
    minute: '1 min',
    noneFull: 'None',
    secondsFull: 'Every {{seconds}} seconds',
    minuteFull: 'Every minute',
    datesLocked: 'Automatic refresh searches the last 30 minutes',
  },
  period: { since: 'from {{from}} on', until: 'up to {{to}}' },
  plate: {
    count_one: '{{count}} plate',
    count_other: '{{count}} plates',
    misreads: 'similar characters',
    variations_one: 'up to {{count}} variation',
    variations_other: 'up to {{count}} variations',
    exact: 'as read',
    taxCode: 'vehicles owned by this tax code',
    wrong: {
      tooMany: 'Too many plates: {{count}} at most',
      tooLong: 'Plate too long: {{count}} characters at most',
      braces: 'Between braces goes a number from 1 to 32',
      characters: 'Character not allowed in a plate',
    },
    panel: 'Recent searches and help for the plate',
    recent: 'Recent searches of case {{case}}',
    recentNoCase: 'Recent searches without a case',
    recentNone: 'No recent search.',
    forget: 'Forget',
    help: 'How to write a plate',
    helpStar: 'any run of characters: AB*, *CD, *12*, A*C',
    helpComma: 'several plates in one search; a semicolon does too',
    helpBraces: 'three unknown characters; a number from 1 to 32',
    helpEquals: 'in front of a plate: only as read, nothing similar',
    helpTaxCode: 'Ten or more letters and digits without a comma are a tax code, if the filter allows it.',
  },
  view: { phone: 'View and refresh' },
  reason: {
    missing: 'The reason of the consultation is missing: it is needed before searching.',
    insert: 'State it',
  },
  stopped: {
    plants_one: '{{count}} plant not waited for',
    plants_other: '{{count}} plants not waited for',
    text: 'Request interrupted: {{plants}}. The list is partial.',
    again: 'Retry',
  },
};
