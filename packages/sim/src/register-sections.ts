import type { LookUpRecord } from '@varco/contract/registry/look-up.ts';
import type { IsoDate } from './instants.ts';
import type { SimOwner } from './people.ts';
import { itemAt, hashText, mixHash, hashToUnit } from './random.ts';
import { deriveLicence, type SimRegistryRecord } from './registry-data.ts';

const DAY_MS = 86_400_000;
const shiftDate = (day: IsoDate, days: number): IsoDate =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

const FUELS = ['benzina', 'gasolio', 'benzina', 'gasolio', 'ibrido benzina', 'elettrico'];
const STATIONS = ['Centro Revisioni Fornace', 'Officina del Mulino', 'Revisioni Saline', 'Officina Ponte Rosso'];
const OFFICES = ['UMC di Forlì-Cesena', 'UMC di Ravenna', 'UMC di Rimini', 'UMC di Bologna'];
const OLD_COMPANIES = ['Assicurazioni Adriatica', 'Compagnia del Delta', 'Mutua Via Emilia', 'Garanzia Appennino'];
const LPG_SHARE = 0.09;

/** State of an insurance contract on a day, in the wording of the register. */
function describeCover(to: IsoDate, graceUntil: IsoDate, today: IsoDate): string {
  if (to >= today) return 'Contratto in corso';
  return graceUntil >= today ? 'In periodo di comporto' : 'Contratto scaduto';
}

/** Insurance with previous contracts, and the next inspection. */
export function buildCoverSections(record: SimRegistryRecord, today: IsoDate): Partial<LookUpRecord> {
  const { insurance, inspection, vehicle } = record;
  const hash = hashText(61, vehicle.plate);
  if (insurance === null) return { inspection: { next: inspection.next } };
  const { graceUntil, ...contract } = insurance;
  const before = Array.from({ length: mixHash(hash, 1) % 4 }, (_, i) => ({
    company: itemAt(OLD_COMPANIES, mixHash(hash, 2, i)),
    policy: `${100 + (mixHash(hash, 3, i) % 900)}/${1_000_000 + (mixHash(hash, 4, i) % 9_000_000)}`,
    from: shiftDate(insurance.from, -365 * (i + 1)),
    to: shiftDate(insurance.from, -365 * i - 1),
  })).filter((old) => old.from >= record.firstRegistration);
  return {
    insurance: { ...contract, grace_until: graceUntil, situation: describeCover(contract.to, graceUntil, today) },
    ...(before.length === 0 ? {} : { insurance_history: before }),
    inspection: { next: inspection.next },
  };
}

/** Last inspection, technical data, gas system and administrative state. */
export function buildVehicleSections(record: SimRegistryRecord, isFull: boolean): Partial<LookUpRecord> {
  const { vehicle, inspection } = record;
  const hash = hashText(62, vehicle.plate);
  const isLarge = vehicle.kind === 'heavy_truck' || vehicle.kind === 'bus';
  const fuel = isLarge ? 'gasolio' : itemAt(FUELS, mixHash(hash, 1));
  const base = {
    class: vehicle.kind,
    brand: vehicle.brand,
    model: vehicle.model,
    colour: vehicle.colour,
    euro: vehicle.kind === 'trailer' ? null : vehicle.euro,
    first_registration: record.firstRegistration,
  };
  const technical =
    vehicle.kind === 'trailer'
      ? { mass_kg: 20_000 + (mixHash(hash, 2) % 16) * 1000 }
      : {
          fuel,
          ...(fuel === 'elettrico' ? {} : { displacement_cc: isLarge ? 12_800 : 900 + (mixHash(hash, 3) % 12) * 100 }),
          power_kw: isLarge ? 300 + (mixHash(hash, 4) % 80) : 44 + (mixHash(hash, 4) % 110),
          seats: vehicle.kind === 'bus' ? 53 : vehicle.kind === 'motorbike' ? 2 : 5,
          mass_kg: isLarge ? 18_000 : 950 + (mixHash(hash, 5) % 900),
        };
  return {
    plate: vehicle.plate,
    chassis: record.chassis,
    vehicle: isFull ? { ...base, ...technical } : base,
    ...(inspection.last === null ? {} : { last_inspection: buildInspectionSection(inspection.last, hash) }),
    ...(isFull && vehicle.kind === 'car' && fuel === 'benzina' && hashToUnit(mixHash(hash, 6)) < LPG_SHARE * 3
      ? { lpg: buildGasSystem(record, hash) }
      : {}),
    ...(isFull ? { administrative: buildAdministrativeState(record, hash) } : {}),
  };
}

const buildInspectionSection = (on: IsoDate, hash: number): NonNullable<LookUpRecord['last_inspection']> => ({
  on,
  km: 12_000 + (mixHash(hash, 11) % 240_000),
  outcome: hashToUnit(mixHash(hash, 12)) < 0.97 ? 'Regolare' : 'Ripetere',
  station: itemAt(STATIONS, mixHash(hash, 13)),
});

const buildGasSystem = (record: SimRegistryRecord, hash: number): NonNullable<LookUpRecord['lpg']> => ({
  maker: itemAt(['Gas Romagna', 'Impianti del Delta', 'Metano Appennino'], mixHash(hash, 14)),
  tank: `S${1_000_000 + (mixHash(hash, 15) % 9_000_000)}`,
  fitted_on: record.firstRegistration,
  expires_on: shiftDate(record.firstRegistration, 3652),
});

const buildAdministrativeState = (
  record: SimRegistryRecord,
  hash: number,
): NonNullable<LookUpRecord['administrative']> => ({
  status: record.stolenSince === null ? 'In circolazione' : 'Perdita di possesso',
  stolen_since: record.stolenSince,
  list_a1: record.isListedA1,
  list_a2: hashToUnit(mixHash(hash, 21)) < 0.002,
  list_c: record.isListedC,
  encumbrances:
    hashToUnit(mixHash(hash, 22)) < 0.04 ? ['Fermo amministrativo', 'Ipoteca volontaria'].slice(0, 1 + (hash % 2)) : [],
});

/** The registration document with its descriptive lines. */
export function buildDocumentSections(record: SimRegistryRecord): Partial<LookUpRecord> {
  const hash = hashText(63, record.vehicle.plate);
  return {
    document: {
      number: `DU${String(mixHash(hash, 1) % 10_000_000).padStart(7, '0')}`,
      kind: record.firstRegistration >= '2021-10-01' ? 'Documento unico' : 'Carta di circolazione',
      issued_on: record.firstRegistration,
      office: itemAt(OFFICES, mixHash(hash, 2)),
    },
    lines: [
      `Pneumatici: ${185 + (mixHash(hash, 3) % 6) * 10}/65 R15 o equivalenti`,
      ...(hashToUnit(mixHash(hash, 4)) < 0.2 ? ['Gancio di traino: massa rimorchiabile 1200 kg'] : []),
    ],
  };
}

/** Owner of a vehicle. `since` is null when the query is not about a vehicle. */
export function buildOwnerSections(owner: SimOwner, since: IsoDate | null): Partial<LookUpRecord> {
  const place = {
    since,
    street: owner.address,
    municipality: owner.home.municipality,
    province: owner.home.province,
    post_code: owner.home.postCode,
  };
  return owner.kind === 'company'
    ? { company: { name: owner.name, vat_number: owner.vatNumber, ...place } }
    : {
        person: {
          name: `${owner.surname} ${owner.name}`,
          tax_code: owner.taxCode,
          born: owner.born,
          born_at: owner.bornAt,
          sex: owner.isWoman ? 'F' : 'M',
          ...place,
        },
      };
}

const QUALIFICATIONS = ['CQC merci fino al 2028', 'CQC persone fino al 2028', 'CAP KB', 'ADR base'];
const PRESCRIPTIONS = ['01 - Obbligo di lenti', '10.02 - Cambio automatico', '05.01 - Guida solo diurna'];

/** A driving licence, or null when the person has none. */
export function buildLicenceSections(taxCode: string, seed: number, today: IsoDate): Partial<LookUpRecord> | null {
  const licence = deriveLicence(seed, taxCode, today);
  if (licence === null) return null;
  const hash = hashText(mixHash(seed, 93), taxCode);
  const isExpired = licence.expires < today;
  return {
    licence: {
      number: licence.number,
      points: licence.points,
      request_reason: 'Controllo di polizia',
      issued_on: licence.issued,
      expires_on: licence.expires,
      categories: [...licence.categories],
      qualifications: licence.categories.includes('C') ? QUALIFICATIONS.slice(0, 1 + (mixHash(hash, 1) % 4)) : [],
      prescriptions: hashToUnit(mixHash(hash, 2)) < 0.3 ? PRESCRIPTIONS.slice(0, 1 + (mixHash(hash, 3) % 2)) : [],
      messages: [
        ...(isExpired ? ['Patente scaduta di validità'] : []),
        ...(licence.points === 0 ? ['Revisione della patente disposta'] : []),
      ],
    },
  };
}

const INFRACTIONS = [
  ['art. 142 c. 8', 'Velocità oltre 10 e fino a 40 km/h sul limite', 3],
  ['art. 173 c. 3-bis', 'Uso del telefono alla guida', 5],
  ['art. 148 c. 15', 'Sorpasso vietato', 4],
  ['art. 172 c. 10', 'Mancato uso della cintura', 5],
  ['art. 146 c. 3', 'Semaforo rosso', 6],
] as const;
const AUTHORITIES = [
  'Polizia locale Cesena',
  'Polizia stradale Forlì',
  'Polizia locale Ravenna',
  'Polizia stradale Rimini',
];

/** Point deductions of a licence, newest first. */
export function buildInfractionSections(taxCode: string, seed: number, today: IsoDate): Partial<LookUpRecord> {
  const hash = hashText(mixHash(seed, 94), taxCode);
  const lost = 30 - (deriveLicence(seed, taxCode, today)?.points ?? 30);
  const infractions: NonNullable<LookUpRecord['infractions']> = [];
  let left = lost;
  for (let i = 0; left > 0 && i < 10; i++) {
    const [article, hypothesis, most] = itemAt(INFRACTIONS, mixHash(hash, 1, i));
    const points = Math.min(most, left);
    left -= points;
    infractions.push({
      article,
      hypothesis,
      points,
      acquired_on: shiftDate(today, -30 - i * 97 - (mixHash(hash, 2, i) % 60)),
      report: `V${100_000 + (mixHash(hash, 3, i) % 900_000)}/${i + 1}`,
      authority: itemAt(AUTHORITIES, mixHash(hash, 4, i)),
    });
  }
  return { infractions };
}
