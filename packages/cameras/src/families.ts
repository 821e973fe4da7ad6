import { axis } from './families/axis.ts';
import { cammra } from './families/cammra.ts';
import { dahua } from './families/dahua.ts';
import { ffgroup } from './families/ffgroup.ts';
import { generic } from './families/generic.ts';
import { hikvision } from './families/hikvision.ts';
import { openalpr } from './families/openalpr.ts';
import { plateRecognizer } from './families/plate-recognizer.ts';
import { tattile } from './families/tattile.ts';
import type { FamilyDescription } from './family-description.ts';

/** All families. The first whose form a message has is taken, so those with few own names come late. */
export const FAMILIES: readonly FamilyDescription[] = [
  hikvision,
  dahua,
  axis,
  cammra,
  ffgroup,
  tattile,
  openalpr,
  plateRecognizer,
  generic,
];
