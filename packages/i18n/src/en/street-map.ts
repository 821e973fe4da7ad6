import type { streetMap as it } from '../it/street-map.ts';
import type { Texts } from '../message-types.ts';

export const streetMap: Texts<typeof it> = {
  summary: 'makes the streets of the map from a file of OpenStreetMap (.osm.pbf)',
  option: {
    to: 'archive to write, FILE.pmtiles (required)',
    force: 'replaces the archive if there is one',
  },
  needsTarget: 'Option --to is missing: the name of the archive to write, which ends in .pmtiles.',
  exists: '{{file}} is there already and was left as it is. With --force it is replaced.',
  fault: {
    missing: '{{file}} is not there, or cannot be read.',
    notPbf: '{{file}} is no OpenStreetMap file of the form .osm.pbf.',
    truncated: '{{file}} is cut off or damaged: download it again.',
    empty: '{{file}} holds nothing that the map draws.',
  },
  missing: 'The program tilemaker is missing. On Debian: apt-get install tilemaker',
  interrupted: 'Interrupted: the archive was not written.',
  failed: 'Archive not written: {{reason}}',
  reading: 'Reading the data …',
  writing: 'Tiles: {{percent}}%',
  done: '{{file}}: {{count}} tiles, {{size}} MB, {{area}}.',
  next: 'Copy it to map/streets.pmtiles in the data folder of the portal, then enter /map/streets.pmtiles in Portal settings > Maps > Streets.',
};
