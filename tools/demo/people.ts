import type { PlantCode } from '@varco/sim/plant-types.ts';

/** Permissions of a demo user on one plant, before the plant's own fault changes them. */
export interface DemoRights {
  readonly level: number;
  readonly group: string;
  /** Redacted: plates, checks and pictures are hidden. */
  readonly isRedacted?: boolean;
  /** May manage users of their own below the level of administrators. */
  readonly managesUsers?: boolean;
  /** May read the consultation log. */
  readonly readsAudit?: boolean;
}

/** A deliberate fault of a user's account on a plant, or of its entry in the vault. */
export type AccountTrouble =
  | 'expired'
  | 'disabled'
  | 'password-expired'
  /** The vault contains a password that differs from the plant's. */
  | 'wrong-password'
  /** The account exists, but the vault has no entry for it. */
  | 'not-in-vault';

export interface DemoPerson {
  readonly username: string;
  readonly email: string;
  readonly fullname: string;
  readonly password: string;
  /** Shown in the table after the start and in the ready file. */
  readonly purpose: string;
  readonly isAdmin?: boolean;
  /** May read the portal's own log. */
  readonly readsAudit?: boolean;
  readonly isFirstAccess?: boolean;
  readonly mustChange?: boolean;
  /** Base32 secret of the two-factor code; printed, because this is only a demo. */
  readonly totpSecret?: string;
  /** Plants for which the user has credentials. */
  readonly plants: Readonly<Partial<Record<PlantCode, DemoRights>>>;
  readonly troubles?: Readonly<Partial<Record<PlantCode, AccountTrouble>>>;
}

const forEveryPlant = (rights: DemoRights): Readonly<Record<PlantCode, DemoRights>> => ({
  CES: rights,
  FOR: rights,
  RAV: rights,
  UNR: rights,
  FAE: rights,
  RIM: rights,
  CER: rights,
  SAN: rights,
});

const CARABINIERI: DemoRights = { level: 6, group: 'fdo carabinieri' };
const LOCAL_POLICE: DemoRights = { level: 5, group: 'fdo polizia locale' };
/** No force group and the lowest level: no right on transits. */
const PRIVACY_OFFICER: DemoRights = { level: 1, group: 'protezione dati', readsAudit: true };
const PLANT_ADMIN: DemoRights = { level: 8, group: 'fdo amministrazione' };

/** All users who can sign in to the demo. All invented; the passwords are public on purpose. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    username: 'm.ferri@carabinieri.it',
    email: 'm.ferri@carabinieri.it',
    fullname: 'Marta Ferri',
    password: 'Varco-demo-ferri-1',
    purpose: 'carabinieri operator, all eight plants',
    plants: { ...forEveryPlant(CARABINIERI), CES: { ...CARABINIERI, managesUsers: true } },
  },
  {
    username: 's.bassi@comune.cesena.fc.it',
    email: 's.bassi@comune.cesena.fc.it',
    fullname: 'Sandro Bassi',
    password: 'Varco-demo-bassi-2',
    purpose: 'municipal police, three plants, one of them redacted',
    plants: { CES: LOCAL_POLICE, FOR: { ...LOCAL_POLICE, isRedacted: true }, UNR: LOCAL_POLICE },
  },
  {
    username: 'amministratore',
    email: 'g.valli@varco-citta.example',
    fullname: 'Giulia Valli',
    password: 'Varco-demo-valli-3',
    purpose: 'portal administrator, level 8 on every plant',
    isAdmin: true,
    plants: forEveryPlant(PLANT_ADMIN),
  },
  {
    username: 'vice.amministratore',
    email: 'e.conti@varco-citta.example',
    fullname: 'Elena Conti',
    password: 'Varco-demo-conti-9',
    purpose: 'second portal administrator, no plant',
    isAdmin: true,
    plants: {},
  },
  {
    username: 'assistenza@varco.example',
    email: 'assistenza@varco.example',
    fullname: 'Luca Neri',
    password: 'Varco-demo-neri-4',
    purpose: "provider's staff",
    plants: { CES: PLANT_ADMIN, FOR: PLANT_ADMIN },
  },
  {
    username: 'primo.accesso',
    email: 'a.galli@comune.forli.fc.it',
    fullname: 'Anna Galli',
    password: 'Varco-demo-galli-5',
    purpose: 'first access, not yet registered',
    isFirstAccess: true,
    plants: {},
  },
  {
    username: 'cambio.password',
    email: 'p.riva@comune.ravenna.it',
    fullname: 'Paolo Riva',
    password: 'Varco-demo-riva-6',
    purpose: 'must change the password',
    mustChange: true,
    plants: { RAV: LOCAL_POLICE, CES: LOCAL_POLICE },
  },
  {
    username: 'due.fattori@poliziadistato.it',
    email: 'due.fattori@poliziadistato.it',
    fullname: 'Dario Testa',
    password: 'Varco-demo-testa-7',
    purpose: 'two-factor on',
    totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    plants: { CES: CARABINIERI, FOR: CARABINIERI, RIM: CARABINIERI },
  },
  {
    username: 'n.fabbri@comune.forli.fc.it',
    email: 'n.fabbri@comune.forli.fc.it',
    fullname: 'Nora Fabbri',
    password: 'Varco-demo-fabbri-8',
    purpose: 'plant accounts in trouble: expired, disabled, password expired, wrong password',
    plants: {
      CES: LOCAL_POLICE,
      FOR: LOCAL_POLICE,
      RAV: LOCAL_POLICE,
      UNR: LOCAL_POLICE,
      FAE: LOCAL_POLICE,
      RIM: LOCAL_POLICE,
    },
    troubles: {
      FOR: 'password-expired',
      RAV: 'wrong-password',
      UNR: 'expired',
      FAE: 'disabled',
      RIM: 'not-in-vault',
    },
  },
  {
    username: 'c.serra@dpo.example',
    email: 'c.serra@dpo.example',
    fullname: 'Carla Serra',
    password: 'Varco-demo-serra-10',
    purpose: 'data protection officer: reads every log, answers requests of people, sees no transit',
    readsAudit: true,
    plants: forEveryPlant(PRIVACY_OFFICER),
  },
];
