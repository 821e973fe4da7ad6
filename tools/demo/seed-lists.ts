import { addDays, toIsoInstant, parseInstantMs, toRomeDay } from '@varco/domain/time/rome.ts';
import { endOfRomeDay } from '@varco/domain/blacklist/expiry.ts';
import { hashText, hashToUnit } from '@varco/sim/random.ts';
import { buildRegistryRecord } from '@varco/sim/registry-data.ts';
import { insertEntries, type NewEntry } from '../../apps/plant-server/src/features/lists/blacklist.repository.ts';
import {
  FIGUREHEADS,
  insertSmallListRow,
  WHITELIST,
} from '../../apps/plant-server/src/features/lists/small-lists.repository.ts';
import type { Runner } from '../../apps/plant-server/src/database/sql-statement.ts';
import { buildSeededUuid } from './seeded-uuid.ts';
import { WORLD_SEED } from './layout.ts';

/** Plates for which the seeded reads contain list alarms. */
export interface ListedPlates {
  readonly blacklist: ReadonlySet<string>;
  readonly figurehead: ReadonlySet<string>;
}

const REASONS = [
  ['Fuga da posto di controllo', 'Non si è fermata all’alt. Due occupanti a bordo.'],
  ['Furti in abitazione', 'Vista più volte la sera nei pressi di villette isolate.'],
  ['Targa clonata', 'Il proprietario ha sporto denuncia: altra vettura con la stessa targa.'],
  ['Revisione sospesa due volte', 'Verificare il libretto su strada.'],
  ['Rintraccio', 'Persona da rintracciare per notifica di atti.'],
  ['Danneggiamenti', 'Segnalata in tre episodi nelle ultime settimane.'],
] as const;
const MAX_ENTRIES = 400;
const SERVICE_PLATES = ['YA123AB', 'YA456AC', 'CC900AA'];

/**
 * Creates list entries that match the alarms of the seeded reads, and a few that never match, expire soon or have
 * expired. All invented.
 */
export async function seedLists(runner: Runner, plant: string, listed: ListedPlates, now: string): Promise<void> {
  const users = await runner.run<{ id: number; uuid: string }>({
    text: `select u.id, u.uuid from plant_user as u join user_group as g on g.id = u.group_id
      where u.active = 1 and g.level between 5 and 8 and g.name like 'fdo%' order by u.id`,
    values: [],
  });
  if (users.length === 0) return;
  const made = [...listed.blacklist].toSorted().slice(0, MAX_ENTRIES);
  const quiet = ['ZZ901ZZ', 'ZZ902ZZ', 'ZZ90*'];
  const entries = [...made, ...quiet].map((plate) => buildEntry(plant, plate, users, now));
  const enteredAt = toIsoInstant(parseInstantMs(now) - 100 * 86_400_000);
  await insertEntries(runner, entries, enteredAt);
  const [owner] = users;
  if (owner === undefined) return;
  const own = (name: string) => ({ uuid: buildSeededUuid(plant, name), owner: owner.id, creator: owner.uuid });
  for (const plate of SERVICE_PLATES)
    await insertSmallListRow(
      runner,
      WHITELIST,
      {
        ...own(`white ${plate}`),
        plate,
        silences: ['blacklist', 'rca', 'revisione'],
        reason: 'Auto di servizio',
        is_enabled: true,
        expires_at: endOfRomeDay(addDays(toRomeDay(parseInstantMs(now)), 300)),
      },
      now,
    );
  for (const plate of listed.figurehead) {
    const owned = buildRegistryRecord(WORLD_SEED, plate, now.slice(0, 10))?.owner;
    if (owned === undefined) continue;
    const code = owned.kind === 'person' ? owned.taxCode : owned.vatNumber;
    const head = { owner_code: code, notes: 'Intestatario di molti veicoli', is_enabled: true };
    await insertSmallListRow(runner, FIGUREHEADS, { ...own(`head ${code}`), ...head }, now);
  }
}

/** One entry. Owner, reason and expiry are derived from the plate, so that every start creates the same entry. */
function buildEntry(
  plant: string,
  plate: string,
  users: readonly { readonly id: number; readonly uuid: string }[],
  now: string,
): NewEntry {
  const dice = hashToUnit(hashText(WORLD_SEED + 11, `${plant}${plate}`));
  const user = users[Math.floor(dice * users.length)] ?? { id: 0, uuid: '' };
  const [status, note] = REASONS[Math.floor(dice * 1000) % REASONS.length] ?? REASONS[0];
  const days = dice < 0.06 ? -5 : dice < 0.14 ? 9 : 30 + Math.floor(dice * 300);
  const vehicle = buildRegistryRecord(WORLD_SEED, plate, now.slice(0, 10))?.vehicle;
  return {
    uuid: buildSeededUuid(plant, `black ${plate}`),
    plate,
    kind: 'open',
    master: null,
    owner: user.id,
    creator: user.uuid,
    source: '',
    fields: {
      is_approximate: false,
      is_enabled: dice >= 0.06 && dice < 0.97,
      is_alarming: true,
      mail_alarm: true,
      push_alarm: dice < 0.8,
      radio_alarm: dice > 0.6,
      all_4: 0,
      group_id: null,
      is_interforce: false,
      chassis: '',
      brand: vehicle?.brand ?? '',
      model: vehicle?.model ?? '',
      status_text: status,
      note1: note,
      note2: '',
      mails: null,
      expires_at: endOfRomeDay(addDays(toRomeDay(parseInstantMs(now)), days)),
    },
  };
}
