import type { pages as source } from '../it/pages.ts';
import type { Texts } from '../message-types.ts';
import { pageWords } from './page-words.ts';

export const pages: Texts<typeof source> = {
  ...pageWords,
  home: {
    welcome: 'Good day, {{name}}',
    plants: 'Plants',
    plantsOk: '{{ok}} connected of {{total}}',
    noPlants: 'No plants: add the credentials of the first one.',
    work: 'Open work',
    noWork: 'No open tabs.',
    start: 'Start here',
    search: 'Search transits',
    settings: 'Settings',
    lastLogin: 'Last sign-in: {{when}}',
  },
};
