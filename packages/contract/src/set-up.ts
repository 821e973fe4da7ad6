import { z } from 'zod';
import { isMailAddress } from '@varco/domain/portal/mail-address.ts';
import { plainText } from './wire.ts';

/**
 * Answers that a plant or a portal is set up with: the file of `varco setup --from`, what its questions fill in, and what
 * the program of the server receives. No member is a secret: passwords and addresses with passwords are named by file.
 */

const name = (max: number) => plainText(max).refine((text) => text.trim() === text && text !== '', 'text');

/** Address that browsers use: https, host and port only. */
export const isHttpsOrigin = (text: string): boolean =>
  /^https:\/\/[a-z0-9.-]+(?::\d{1,5})?$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const httpsOrigin = z.string().max(300).refine(isHttpsOrigin, 'https_address');
const mailAddress = z.string().max(254).refine(isMailAddress, 'mail_address');
/** Values go into settings files, where quotes, backslashes, `#` and spaces have a meaning. */
const filePath = z
  .string()
  .max(300)
  .regex(/^\/[A-Za-z0-9._/-]+$/)
  .refine((path) => !path.split('/').includes('..'), 'path');
const network = z.string().regex(/^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f:]{2,39})\/\d{1,3}$/);

export const ExternalDatabase = z.strictObject({
  /** File with the address of a PostgreSQL administrator: it is read once and kept nowhere. */
  admin_address_file: filePath,
  name: z.string().regex(/^[a-z][a-z0-9_]{0,40}$/),
  /** Files with the passwords of `varco_app` and `varco_owner`, where these roles exist already. */
  app_password_file: filePath.optional(),
  owner_password_file: filePath.optional(),
});
export type ExternalDatabase = z.output<typeof ExternalDatabase>;

const common = {
  port: z.number().int().min(1024).max(65_535).optional(),
  data_folder: filePath.optional(),
  /** `embedded`: the PostgreSQL of the program, in the data folder. */
  database: z.union([z.literal('embedded'), ExternalDatabase]).default('embedded'),
  /** Private networks that the server may call. */
  private_networks: z.array(network).max(50).default([]),
  /** Room in MB that is kept free on each disk; absent: by its size. */
  disk_reserve_mb: z.number().int().min(16).max(99_999_999).optional(),
};

const days = z.number().int().min(1).max(36_500);

/** Terms have no default: who sets a plant up states them with the law and the act that allow them. */
const Retention = z
  .strictObject({
    days,
    plate_picture_days: days,
    context_picture_days: days,
    basis: name(300),
    act: name(300),
  })
  .refine((one) => one.plate_picture_days <= one.days && one.context_picture_days <= one.days, {
    error: 'pictures_outlive_transits',
    path: ['plate_picture_days'],
  });

const PlantGate = z.strictObject({
  name: name(80),
  lat: z.number().min(-90).max(90).optional(),
  lon: z.number().min(-180).max(180).optional(),
  direction: z.number().int().min(0).max(4).default(0),
});

/** Answers for one plant. */
export const PlantSetUp = z.strictObject({
  ...common,
  label: name(80),
  code: z.string().regex(/^[A-Z0-9]{1,6}$/),
  municipality: name(80),
  address: httpsOrigin,
  portal: httpsOrigin,
  retention: Retention,
  requires_reason: z.boolean(),
  requires_case: z.boolean(),
  reasons: z
    .array(z.strictObject({ code: z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/), it: name(120), en: name(120) }))
    .min(1)
    .max(50)
    .refine((list) => new Set(list.map(({ code }) => code)).size === list.length, 'twice'),
  gates: z
    .array(PlantGate)
    .max(500)
    .refine((list) => new Set(list.map((gate) => gate.name.toLowerCase())).size === list.length, 'twice')
    .default([]),
  /** Group of the first administrator; a name that begins with `fdo` makes it one of a police force. */
  group: name(60),
  administrator: z.strictObject({
    username: z.string().regex(/^[A-Za-z0-9._-]{3,60}$/),
    full_name: name(120),
    email: mailAddress,
  }),
});
export type PlantSetUp = z.output<typeof PlantSetUp>;

const PortalAdministrator = z.strictObject({
  full_name: name(120),
  email: mailAddress,
  /** Municipality or authority. */
  authority: name(120),
  language: z.enum(['it', 'en']).default('it'),
});

const Mail = z.strictObject({
  /** `smtps://host:465` or `smtp://host:587` (with STARTTLS), without a password. */
  server: z.string().regex(/^smtps?:\/\/[a-z0-9.-]+(?::\d{1,5})?$/),
  from: mailAddress,
  user: z.string().min(1).max(200).optional(),
  password_file: filePath.optional(),
});
export type MailAnswers = z.output<typeof Mail>;

/** Answers for the portal. */
export const PortalSetUp = z.strictObject({
  ...common,
  address: httpsOrigin,
  /** Plants that browsers may call; more follow when they join. */
  plants: z.array(httpsOrigin).max(500),
  /** `none`: messages wait until a mail server is named. */
  mail: z.union([z.literal('none'), Mail]),
  /** Two, because an administrator is made and removed by two people. */
  administrators: z
    .array(PortalAdministrator)
    .min(2)
    .max(10)
    .refine((list) => new Set(list.map(({ email }) => email.toLowerCase())).size === list.length, 'twice'),
});
export type PortalSetUp = z.output<typeof PortalSetUp>;

/** `renew`: a new one-time link or password for those who have not used theirs. `addGates`: gates that are missing. */
const actions = { renew: z.boolean() };

/** What the programs of the servers read, as one JSON text on standard input. `answers` null: only say what is there. */
export const PlantSetUpInput = z.strictObject({
  ...actions,
  addGates: z.boolean(),
  cameraKey: z.boolean(),
  answers: PlantSetUp.nullable(),
});
export type PlantSetUpInput = z.output<typeof PlantSetUpInput>;
export const PortalSetUpInput = z.strictObject({ ...actions, answers: PortalSetUp.nullable() });
export type PortalSetUpInput = z.output<typeof PortalSetUpInput>;

/** What the program of a plant prints. `state` missing: there are no settings and no answers. */
export const PlantSetUpReport = z.object({
  state: z.enum(['made', 'existing', 'missing']),
  uuid: z.string(),
  publicKey: z.string(),
  /** Answers that are not those of the plant, by name; nothing of them was changed. */
  differences: z.array(z.string()),
  gates: z.object({ made: z.number().int(), missing: z.number().int() }),
  /** `password`: it is shown once, and only lets the person choose another one. */
  administrators: z.array(
    z.object({ username: z.string(), state: z.enum(['pending', 'active']), password: z.string().nullable() }),
  ),
  cameraKey: z.string().nullable(),
});
export type PlantSetUpReport = z.output<typeof PlantSetUpReport>;

/** What the program of the portal prints. */
export const PortalSetUpReport = z.object({
  state: z.enum(['made', 'existing', 'missing']),
  differences: z.array(z.string()),
  administrators: z.array(
    z.object({
      username: z.string(),
      state: z.enum(['pending', 'active']),
      /** Shown once: only its hash is stored. */
      link: z.string().nullable(),
      /** ISO instant; null without a link. */
      expiresAt: z.string().nullable(),
    }),
  ),
});
export type PortalSetUpReport = z.output<typeof PortalSetUpReport>;
