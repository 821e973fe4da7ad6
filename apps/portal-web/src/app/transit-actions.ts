import { ACCOMPLICE_ACTION } from '../features/accomplices/accomplice-action.ts';
import { COMPARE_ACTION, TRACK_ACTION } from '../features/track/track-action.ts';
import { LOOK_UP_ACTION } from '../features/look-ups/look-up-action.ts';
import { NOTE_ACTION } from '../features/transits/notes/note-action.ts';
import { FOLLOW_ACTION } from '../lib/case-files/follow-action.ts';
import { BLACKLIST_ACTION } from '../lib/lists/blacklist-action.ts';
import { BUILT_ACTIONS } from '../lib/transit-actions/built-actions.ts';
import { SECOND_SCREEN_ACTION } from '../lib/second-screen/second-screen-action.ts';
import type { TransitAction } from '../lib/transit-actions/transit-action.ts';

/**
 * The transit actions of this version. A feature whose screen can be opened from a transit adds its action here and
 * nowhere else; row menu, detail, command palette and suspects then all offer it.
 */
export const TRANSIT_ACTIONS: readonly TransitAction[] = [
  ...BUILT_ACTIONS,
  SECOND_SCREEN_ACTION,
  TRACK_ACTION,
  COMPARE_ACTION,
  ACCOMPLICE_ACTION,
  FOLLOW_ACTION,
  NOTE_ACTION,
  LOOK_UP_ACTION,
  BLACKLIST_ACTION,
];
