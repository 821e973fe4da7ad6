import { twoN } from './families/2n.ts';
import { axis } from './families/axis.ts';
import { axxonsoft } from './families/axxonsoft.ts';
import { blueIris } from './families/blue-iris.ts';
import { cammra } from './families/cammra.ts';
import { dahua } from './families/dahua.ts';
import { ffgroup } from './families/ffgroup.ts';
import { frigate } from './families/frigate.ts';
import { generic } from './families/generic.ts';
import { genetec } from './families/genetec.ts';
import { hikvision } from './families/hikvision.ts';
import { lectorVision } from './families/lector-vision.ts';
import { lilin } from './families/lilin.ts';
import { milesight } from './families/milesight.ts';
import { nedap } from './families/nedap.ts';
import { onvif } from './families/onvif.ts';
import { openalpr } from './families/openalpr.ts';
import { plateRecognizer } from './families/plate-recognizer.ts';
import { selea } from './families/selea.ts';
import { tattile } from './families/tattile.ts';
import { unifiProtect } from './families/unifi-protect.ts';
import type { FamilyDescription } from './family-description.ts';

/** All families. The first whose form a message has is taken, so those with few own names come late. */
export const FAMILIES: readonly FamilyDescription[] = [
  hikvision,
  dahua,
  tattile,
  twoN,
  axis,
  cammra,
  lilin,
  ffgroup,
  openalpr,
  plateRecognizer,
  genetec,
  // Before Milesight, whose cameras send a field of the same name alone.
  nedap,
  milesight,
  frigate,
  unifiProtect,
  axxonsoft,
  blueIris,
  selea,
  lectorVision,
  // What cameras of all vendors share: their own names come first.
  onvif,
  generic,
];
