import type { GateDirection, PlantCode, SimGate } from './plant-types.ts';

/**
 * Name, latitude, longitude, direction, camera model, speed limit. A leading `?` in the name: the plant has no
 * position for this gate.
 */
type GateRow = readonly [string, number, number, GateDirection, string, number];

/**
 * Invented camera models: a two-lane model for fast roads, two town models, and an old one that cannot detect the
 * direction.
 */
const FAST_ROAD_CAMERA = 'Falco 2L';
const TOWN_CAMERA = 'Gufo 3';
const MINI_CAMERA = 'Civetta S';
const OLD_CAMERA = 'LC-100';

const GATES: Readonly<Record<PlantCode, readonly GateRow[]>> = {
  CES: [
    ['V01 Via Emilia est', 44.1312, 12.2763, 1, TOWN_CAMERA, 50],
    ['V02 Via Emilia est, uscita', 44.1309, 12.2771, 2, TOWN_CAMERA, 50],
    ['V03 Via Emilia ovest', 44.1462, 12.2201, 2, TOWN_CAMERA, 70],
    ['V04 Via Emilia ovest, ingresso', 44.1464, 12.2193, 1, TOWN_CAMERA, 70],
    ['V05 Diegaro', 44.1554, 12.1978, 3, MINI_CAMERA, 50],
    ['V06 Secante nord', 44.1487, 12.2389, 1, FAST_ROAD_CAMERA, 90],
    ['V07 Secante sud', 44.1263, 12.2571, 2, FAST_ROAD_CAMERA, 90],
    ['V08 Cervese', 44.1664, 12.2642, 1, TOWN_CAMERA, 70],
    ['V09 E45 nord', 44.1753, 12.2291, 2, FAST_ROAD_CAMERA, 110],
    ['V10 E45 San Vittore', 44.1107, 12.2013, 1, FAST_ROAD_CAMERA, 110],
    ['V11 Ponte Pietra', 44.1512, 12.2871, 0, OLD_CAMERA, 50],
    ['V12 Cervese, uscita', 44.1671, 12.2649, 2, TOWN_CAMERA, 70],
    ['?V13 Calisese', 44.1131, 12.2989, 4, MINI_CAMERA, 50],
  ],
  FOR: [
    ['V01 Emilia ponente', 44.2389, 12.0058, 1, TOWN_CAMERA, 50],
    ['V02 Emilia ponente, uscita', 44.2391, 12.0049, 2, TOWN_CAMERA, 50],
    ['V03 Ronco', 44.2072, 12.0792, 1, TOWN_CAMERA, 50],
    ['V04 Ronco, uscita', 44.2069, 12.0801, 2, TOWN_CAMERA, 50],
    ['V06 Tangenziale est', 44.2151, 12.0723, 3, FAST_ROAD_CAMERA, 90],
    ['V08 Bidentina', 44.1842, 12.0619, 0, OLD_CAMERA, 70],
    ['V09 Cervese', 44.2309, 12.0837, 1, TOWN_CAMERA, 70],
    ['V10 Viale dell’Appennino', 44.1934, 12.0286, 2, TOWN_CAMERA, 50],
    ['V11 Via Firenze', 44.2003, 12.0042, 1, MINI_CAMERA, 50],
    ['V12 Ravegnana', 44.2402, 12.0619, 2, TOWN_CAMERA, 70],
    ['V14 Casello', 44.2531, 12.0352, 1, FAST_ROAD_CAMERA, 70],
    ['V15 Bertinoro', 44.1718, 12.1224, 4, MINI_CAMERA, 50],
    ['?V16 Ravegnana, ingresso', 44.2408, 12.0627, 1, TOWN_CAMERA, 70],
  ],
  RAV: [
    ['V10 Romea nord', 44.4461, 12.1883, 1, FAST_ROAD_CAMERA, 90],
    ['V11 Baiona', 44.4536, 12.2331, 1, TOWN_CAMERA, 70],
    ['V12 Faentina', 44.4103, 12.1608, 1, TOWN_CAMERA, 50],
    ['V13 San Vitale', 44.4139, 12.1561, 2, TOWN_CAMERA, 50],
    ['V14 Ravegnana', 44.3949, 12.1729, 1, TOWN_CAMERA, 70],
    ['V15 Dismano', 44.3847, 12.1966, 2, TOWN_CAMERA, 70],
    ['V16 Adriatica Classe', 44.3764, 12.2349, 1, FAST_ROAD_CAMERA, 90],
    ['V17 Adriatica Classe, uscita', 44.3758, 12.2352, 2, FAST_ROAD_CAMERA, 90],
    ['V18 Darsena', 44.4207, 12.2118, 3, MINI_CAMERA, 50],
    ['V19 Via Trieste', 44.4211, 12.2497, 4, TOWN_CAMERA, 70],
    ['V20 E45', 44.3869, 12.2087, 1, FAST_ROAD_CAMERA, 110],
    ['V21 Classicana', 44.3921, 12.2254, 2, FAST_ROAD_CAMERA, 90],
    ['V22 Porto, varco merci', 44.4471, 12.2508, 0, OLD_CAMERA, 30],
    ['?V23 Romea nord, uscita', 44.4467, 12.1879, 2, FAST_ROAD_CAMERA, 90],
  ],
  UNR: [
    ['V01 SS9 Savignano, ingresso', 44.0946, 12.3872, 1, TOWN_CAMERA, 50],
    ['V02 SS9 Savignano', 44.0951, 12.3859, 2, TOWN_CAMERA, 50],
    ['V03 Emilia est', 44.0824, 12.4136, 1, TOWN_CAMERA, 50],
    ['V04 Emilia est, uscita', 44.0821, 12.4144, 2, TOWN_CAMERA, 50],
    ['V05 Casello Rubicone', 44.1193, 12.3859, 3, FAST_ROAD_CAMERA, 70],
    ['V06 San Mauro Mare', 44.1649, 12.4448, 0, OLD_CAMERA, 50],
    ['V07 Gatteo a Mare', 44.1748, 12.4347, 1, TOWN_CAMERA, 50],
    ['V08 Sogliano', 44.0649, 12.3868, 2, MINI_CAMERA, 50],
    ['?V09 Gambettola', 44.1187, 12.3408, 4, MINI_CAMERA, 50],
  ],
  FAE: [
    ['V01 Emilia ponente', 44.2979, 11.8561, 1, TOWN_CAMERA, 50],
    ['V02 Emilia ponente, uscita', 44.2983, 11.8552, 2, TOWN_CAMERA, 50],
    ['V03 Emilia levante', 44.2768, 11.9103, 1, TOWN_CAMERA, 50],
    ['V04 Emilia levante, uscita', 44.2764, 11.9112, 2, TOWN_CAMERA, 50],
    ['V05 Casello', 44.3189, 11.8817, 3, FAST_ROAD_CAMERA, 70],
    ['V06 Granarolo', 44.3211, 11.9039, 2, TOWN_CAMERA, 70],
    ['V07 Brisighellese', 44.2644, 11.8556, 0, OLD_CAMERA, 50],
    ['V08 Modiglianese', 44.2653, 11.8951, 4, MINI_CAMERA, 50],
    ['V09 Reda', 44.2858, 11.9279, 1, MINI_CAMERA, 50],
    ['?V10 Circonvallazione', 44.2941, 11.8859, 2, FAST_ROAD_CAMERA, 70],
  ],
  RIM: [
    ['V01 Adriatica nord', 44.0843, 12.5246, 1, FAST_ROAD_CAMERA, 70],
    ['V02 Adriatica sud', 44.0289, 12.6032, 2, FAST_ROAD_CAMERA, 70],
    ['V03 Emilia', 44.0641, 12.5318, 1, TOWN_CAMERA, 50],
    ['V04 Emilia, uscita', 44.0643, 12.5309, 2, TOWN_CAMERA, 50],
    ['V05 Marecchiese', 44.0478, 12.5449, 3, TOWN_CAMERA, 50],
    ['V06 Bellaria', 44.1189, 12.4967, 1, TOWN_CAMERA, 50],
    ['V07 Viserba', 44.0882, 12.5331, 2, MINI_CAMERA, 50],
    ['V08 Consolare San Marino', 44.0317, 12.5516, 4, TOWN_CAMERA, 70],
    ['V09 Casello sud', 44.0303, 12.5731, 1, FAST_ROAD_CAMERA, 70],
    ['V10 Lungomare Bellariva', 44.0421, 12.6041, 0, OLD_CAMERA, 30],
    ['V11 Flaminia', 44.0459, 12.5852, 2, TOWN_CAMERA, 50],
    ['V12 Adriatica sud, ingresso', 44.0284, 12.6039, 1, FAST_ROAD_CAMERA, 70],
    ['V14 Casello nord', 44.0721, 12.5079, 2, FAST_ROAD_CAMERA, 70],
  ],
  CER: [
    ['V01 Adriatica Savio', 44.3041, 12.3092, 1, FAST_ROAD_CAMERA, 90],
    ['V02 Adriatica Savio, uscita', 44.3045, 12.3087, 2, FAST_ROAD_CAMERA, 90],
    ['V03 Adriatica Tagliata', 44.2253, 12.3754, 2, FAST_ROAD_CAMERA, 90],
    ['V04 Cervese Castiglione', 44.2498, 12.2911, 1, TOWN_CAMERA, 70],
    ['V05 Saline', 44.2539, 12.3318, 3, MINI_CAMERA, 50],
    ['V06 Milano Marittima', 44.2781, 12.3502, 1, TOWN_CAMERA, 50],
    ['V07 Pinarella', 44.2428, 12.3703, 0, OLD_CAMERA, 50],
    ['V08 Montaletto', 44.2208, 12.3311, 4, MINI_CAMERA, 50],
  ],
  SAN: [
    ['V01 Emilia ovest', 44.0709, 12.4281, 1, TOWN_CAMERA, 50],
    ['V02 Emilia ovest, uscita', 44.0713, 12.4273, 2, TOWN_CAMERA, 50],
    ['V03 Emilia est', 44.0621, 12.4649, 1, TOWN_CAMERA, 50],
    ['V04 Emilia est, uscita', 44.0619, 12.4658, 2, TOWN_CAMERA, 50],
    ['V05 Marecchiese', 44.0441, 12.4487, 3, TOWN_CAMERA, 50],
    ['V06 Uso', 44.0752, 12.4351, 4, MINI_CAMERA, 50],
    ['V07 San Vito', 44.0948, 12.4587, 0, OLD_CAMERA, 70],
    ['?V08 Montalbano', 44.0558, 12.4149, 2, MINI_CAMERA, 50],
  ],
};

/** The gates of one plant, in order. The numbers in the names have gaps, as in real installations. */
export function listPlantGates(code: PlantCode): readonly SimGate[] {
  return GATES[code].map(([label, lat, lon, direction, cameraModel, limitKmh], i) => {
    const isUnplaced = label.startsWith('?');
    return {
      order: i + 1,
      name: isUnplaced ? label.slice(1) : label,
      lat: isUnplaced ? 0 : lat,
      lon: isUnplaced ? 0 : lon,
      site: { lat, lon },
      direction,
      cameraModel,
      lanes: cameraModel === FAST_ROAD_CAMERA ? 2 : 1,
      limitKmh,
    };
  });
}
