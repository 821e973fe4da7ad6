import { z } from 'zod';
import { isListPattern, normaliseListPlate } from '@varco/domain/blacklist/list-plate.ts';
import { areDirectMailsValid } from '@varco/domain/blacklist/direct-mails.ts';
import { IsoInstant, plainText, Uuid } from '../wire.ts';

/** Plate of a list as a person types it: `*` any run of characters, `?` one. Stored in upper case without spaces. */
export const ListPlate = z
  .string()
  .max(128)
  .transform((text, ctx) => {
    const plate = normaliseListPlate(text);
    if (plate !== null) return plate;
    ctx.addIssue({ code: 'custom', message: 'not a plate' });
    return z.NEVER;
  });

/** A plate without wildcards. */
export const ListedPlate = ListPlate.refine((plate) => !isListPattern(plate), 'a pattern');

/** Alarm switches are numbers on the wire (T 3.6); booleans are accepted too. */
const flag = z.union([z.literal(0), z.literal(1), z.boolean()]).transform((value) => (Number(value) === 1 ? 1 : 0));

/** Fields entered by a person (T 3.6, T 5.3). */
const ENTRY_FIELDS = {
  uuid: Uuid.optional(),
  abilitata: z.boolean().default(true),
  /** False: stored and shown, but raises no alert. */
  allarme: z.boolean().default(true),
  all_1: flag.default(1),
  all_2: flag.default(1),
  all_3: flag.default(0),
  all_4: z.int().min(0).max(1000).default(0),
  telaio: plainText(45).default(''),
  marca: plainText(45).default(''),
  modello: plainText(45).default(''),
  stato: plainText(155).default(''),
  note1: plainText(255).default(''),
  note2: plainText(255).default(''),
  mails: z.string().max(255).refine(areDirectMailsValid, 'addresses').nullable().default(null),
  data_scadenza: IsoInstant,
  /** Audience of the alarms: null: all forces of the plant; else this group and the owner (readings TA37). */
  groupid: z.int().min(1).nullable().default(null),
  /** Can be set at creation only (T 4.7). */
  reserved: z.boolean().default(false),
  reserved_user_ids: z.array(z.int().min(1)).max(500).default([]),
  /** Varco extension: entry of the INTERFORCE list. */
  interforze: z.boolean().default(false),
  /** Varco extension: misreads of the plate match too, and are marked. */
  approssimata: z.boolean().default(false),
};

const text = (max: number) => z.string().max(max);

/** A blacklist entry as a plant sends it (T 3.6). The client adds plant id, label and url. */
export const BlacklistEntry = z
  .object({
    id: z.int(),
    uuid: Uuid,
    targa: text(32),
    /** Varco extension: nation with which this plant last read the plate; empty: unknown here. */
    nazione: text(3),
    datainserimento: IsoInstant,
    abilitata: z.boolean(),
    allarme: z.boolean(),
    /** E-mail, smartphone, TETRA radio: 1 or 0. The fourth has no meaning and is stored unchanged. */
    all_1: z.int(),
    all_2: z.int(),
    all_3: z.int(),
    all_4: z.int(),
    id_owner: z.int(),
    telaio: text(45),
    marca: text(45),
    modello: text(45),
    stato: text(155),
    note1: text(255),
    note2: text(255),
    /** For a slave: id of its master. */
    riservata_id: z.int().nullable(),
    /** Read-only: only its source may change it. */
    ro: z.boolean(),
    mails: text(255).nullable(),
    data_scadenza: IsoInstant,
    ver: z.int(),
    created_at: IsoInstant,
    updated_at: IsoInstant,
    inherited: z.boolean(),
    synced_at: IsoInstant.nullable(),
    synced_by: text(60),
    creator_uuid: Uuid,
    reserved: z.boolean(),
    reserved_master: z.boolean(),
    reserved_slave: z.boolean(),
    /** For a master: its slaves, visible to its creator. */
    reserved_slave_ids: z.array(z.int()).max(500),
    reserved_user_ids: z.array(z.int()).max(500),
    /** User name of the owner. */
    username: text(120),
    groupid: z.int().nullable(),
    interforze: z.boolean(),
    approssimata: z.boolean(),
    /** Source that sent it; empty: entered on this plant. */
    fonte: text(60),
    /** Whether this person may change and delete it. */
    modificabile: z.boolean(),
  })
  .meta({ id: 'BlacklistEntry' });
export type BlacklistEntry = z.infer<typeof BlacklistEntry>;

/** Fields set by the plant. A client that sends the whole entry back may include them; they are ignored. */
const IGNORED_ENTRY_FIELDS = BlacklistEntry.pick({
  id: true,
  nazione: true,
  datainserimento: true,
  id_owner: true,
  riservata_id: true,
  ro: true,
  ver: true,
  created_at: true,
  updated_at: true,
  inherited: true,
  synced_at: true,
  synced_by: true,
  creator_uuid: true,
  reserved_master: true,
  reserved_slave: true,
  reserved_slave_ids: true,
  username: true,
  fonte: true,
  modificabile: true,
}).partial();

export const BlacklistEntryBody = z
  .object({ ...IGNORED_ENTRY_FIELDS.shape, ...ENTRY_FIELDS, targa: ListPlate })
  .meta({ id: 'BlacklistWrite' });
export type BlacklistEntryBody = z.output<typeof BlacklistEntryBody>;

/** Varco extension: the score from which an entry starts, and what the person checked before entering it. */
export const ScoreOrigin = z
  .object({
    modello: z.enum(['sospetti', 'complici', 'eventi_correlati', 'cloni']),
    /** Version of the formula, as the answer with the score named it. */
    formula: z
      .string()
      .max(40)
      .regex(/^[a-z0-9-]+$/),
    /** Null: the sign is a rule without a number. */
    punteggio: z.number().min(-100_000).max(100_000).nullable(),
    /** What the person checked, in own words. */
    verifica: plainText(255).refine((text) => text.trim().length >= 3, 'too short'),
  })
  .meta({ id: 'ScoreOrigin' });
export type ScoreOrigin = z.infer<typeof ScoreOrigin>;

/** Body of a new entry. The consultation log of the insertion names the score. */
export const BlacklistInsertBody = BlacklistEntryBody.extend({ da_punteggio: ScoreOrigin.optional() }).meta({
  id: 'BlacklistInsert',
});
export type BlacklistInsertBody = z.output<typeof BlacklistInsertBody>;

/** Body of a change: the plate stays the same; `ver`, when present, must be the current version. */
export const BlacklistChangeBody = BlacklistEntryBody.meta({ id: 'BlacklistChange' });
