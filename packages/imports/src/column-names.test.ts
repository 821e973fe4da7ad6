import { expect, test } from 'vitest';
import { mapHeader, mapRefersTo, applyMapOption } from './column-names.ts';

const findMeanings = (header: string): Record<string, number> => Object.fromEntries(mapHeader(header.split(';')));

test.each([
  [
    'Italian',
    'Targa;Data e Ora;Varco;Velocità (km/h);Nazionalità;Corsia;Affidabilità [%]',
    { plate: 0, time: 1, gate: 2, speed: 3, nation: 4, lane: 5, confidence: 6 },
  ],
  ['Italian, time in two columns', 'TARGA;DATA;ORA;VARCO', { plate: 0, date: 1, clock: 2, gate: 3 }],
  [
    'English',
    'License Plate;Date-Time;Camera_Name;Speed;Country Code;Make;Model;Colour',
    { plate: 0, time: 1, gate: 2, speed: 3, nation: 4, make: 5, model: 6, colour: 7 },
  ],
  [
    'Spanish',
    'Matrícula;Fecha;Hora;Cámara;Velocidad;País;Dirección',
    { plate: 0, date: 1, clock: 2, gate: 3, speed: 4, nation: 5, direction: 6 },
  ],
  ['Spanish, one time', 'matricula;fecha y hora;camara', { plate: 0, time: 1, gate: 2 }],
  [
    'German',
    'Kennzeichen;Datum;Uhrzeit;Standort;Geschwindigkeit;Fahrspur;Länge',
    { plate: 0, date: 1, clock: 2, gate: 3, speed: 4, lane: 5, lon: 6 },
  ],
  [
    'French',
    'Plaque;Date;Heure;Caméra;Vitesse;Modèle;Numéro d’immatriculation',
    { plate: 0, date: 1, clock: 2, gate: 3, speed: 4, model: 5 },
  ],
  ['French, one time', "Plaque d'immatriculation;Date et heure;Caméra", { plate: 0, time: 1, gate: 2 }],
  ['German, one time', 'Kfz-Kennzeichen;Datum und Uhrzeit;Kamera', { plate: 0, time: 1, gate: 2 }],
  ['nothing known', 'a;b;c', {}],
  ['titles of programs', 'lpn;dt;site;camera_id', { plate: 0, time: 1, gate: 2 }],
  ['a time in UTC', 'plate_number;timestamp_utc;site_id', { plate: 0, time: 1, gate: 2 }],
  ['a time in UTC before a local one', 'lpn;timestamp;timestamp_utc;site', { plate: 0, time: 2, gate: 3 }],
  ['a local time', 'lpn;local_time;site', { plate: 0, clock: 1, gate: 2 }],
  ['only times have a zone', 'utc_plate;plate_local;Time (UTC)', { clock: 2 }],
  ['the first of two', 'targa;plate', { plate: 0 }],
  ['prototype names', '__proto__;constructor;toString;targa', { plate: 3 }],
])('%s', (_name, header, mapping) => {
  expect(findMeanings(header)).toEqual(mapping);
});

const HEADER = ['Codice', 'Data', 'Ora', 'Posto', '7'];
const applyGiven = (text: string): unknown => {
  const merged = applyMapOption(mapHeader(HEADER), HEADER, text);
  return typeof merged === 'string' ? merged : Object.fromEntries(merged);
};

test.each([
  ['plate=Codice, gate=posto', { plate: 0, date: 1, clock: 2, gate: 3 }],
  ['plate=1', { plate: 0, date: 1, clock: 2 }],
  ['plate=1,time=2', { plate: 0, time: 1 }],
  ['plate=7', { plate: 4, date: 1, clock: 2 }],
  ['plate=Nessuna', 'plate=Nessuna'],
  ['targa=1', 'targa=1'],
  ['plate=0', 'plate=0'],
  ['plate=99', 'plate=99'],
  ['plate', 'plate'],
  ['', ''],
])('--map %s', (text, mapping) => {
  expect(applyGiven(text)).toEqual(mapping);
});

test.each([
  ['plate=red_VRM,time=red_Timestamp', true],
  ['gate=location 1', true],
  ['plate=1,time=2', false],
  ['plate=VRM', false],
  ['', false],
])('a first line with digits in a title is the header when --map %s uses it: %s', (map, isHeader) => {
  expect(mapRefersTo(['red_VRM', 'red_Timestamp', 'Location 1'], map)).toBe(isHeader);
});
