import type { GenericField, GenericMapping } from '../camera-types.ts';
import type { FamilyDescription } from '../family-description.ts';

/** The description an administrator makes by mapping paths. */
export function describeMapping(mapping: GenericMapping, base: FamilyDescription): FamilyDescription {
  const paths = (field: GenericField): readonly string[] => (mapping.fields[field] ?? []).slice(0, 10);
  const rule = (field: GenericField) => ({ paths: paths(field) });
  return {
    ...base,
    events: [mapping.each],
    plate: { paths: paths('plate'), noPlate: mapping.noPlateWords.slice(0, 50) },
    time: { paths: paths('at'), order: mapping.dateOrder },
    externalId: rule('externalId'),
    device: rule('device'),
    confidence: { paths: paths('confidence'), scale: mapping.confidenceScale },
    nation: rule('nation'),
    direction: rule('direction'),
    lane: rule('lane'),
    speed: { paths: paths('speed'), unit: 'declared' },
    colour: rule('colour'),
    brand: rule('brand'),
    model: rule('model'),
    vehicleClass: rule('vehicleClass'),
    adr: { kemler: paths('adrKemler'), un: paths('adrUn') },
    position: { lat: paths('lat'), lon: paths('lon') },
    listHit: rule('listHit'),
    pictures: [
      { role: 'plate', paths: paths('platePicture'), parts: paths('platePicture') },
      { role: 'context', paths: paths('contextPicture'), parts: paths('contextPicture') },
    ],
  };
}
