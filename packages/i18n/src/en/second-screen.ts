import type { secondScreen as source } from '../it/second-screen.ts';
import type { Texts } from '../message-types.ts';

export const secondScreen: Texts<typeof source> = {
  menu: 'Second screen',
  openDetail: 'Open the detail on the second screen',
  openMap: 'Open the map on the second screen',
  end: 'Close the second screen',
  bar: 'Second screen',
  shows: {
    detail: 'Second screen: detail',
    map: 'Second screen: map',
    opening: 'Second screen: the window does not answer yet',
  },
  choose: 'What the second screen shows',
  detail: 'Detail',
  map: 'Map',
  noRow: 'Choose a row: it opens over there.',
  blocked: 'The browser blocked the window of the second screen. Allow pop-ups for this site, then try again.',
  connecting: {
    title: 'Connecting to the first window',
    text: 'The second screen shows what you choose in the list of the other window.',
  },
  waiting: {
    title: 'Choose a row in the list',
    text: 'The transit chosen in the first window appears here. J and K go to the previous and the next one.',
  },
  lost: {
    title: 'The first window does not answer',
    text: 'Nothing is shown here any more. If the first window is being reloaded, the second screen continues by itself once it is back at the list; otherwise close this window.',
  },
  alone: {
    title: 'This window is opened from the list',
    text: 'In the list of transits or in the alerts choose “Open the detail on the second screen”.',
  },
  otherVersion: {
    title: 'The two windows have different versions',
    text: 'Reload the first window, then this one.',
  },
  toList: 'To the list',
  closeWindow: 'Close this window',
  gone: 'This transit is not among the rows that the list shows now.',
  noPlate: {
    title: 'No readable plate',
    text: 'The map follows plates that were read completely. The detail shows this transit.',
  },
  shown: 'Transit {{plate}}',
  shownUnread: 'Transit without a plate',
  reason: 'Reason: {{reason}}',
  noReason: 'No reason stated',
};
