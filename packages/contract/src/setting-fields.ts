import { z } from 'zod';
import { IsoInstant } from './wire.ts';

/** Who changed a setting last. */
export const SettingChange = z
  .object({
    /** User name; empty when the account is gone. */
    by: z.string().max(254),
    at: IsoInstant,
  })
  .meta({ id: 'SettingChange' });
export type SettingChange = z.infer<typeof SettingChange>;

/** Version of a setting that was never changed is 1; a change names the version it read. */
export const SettingVersion = z.int().min(1);

/** A setting with its version and who changed it last; null: as it was set up. */
export const stored = <S extends z.ZodType>(value: S) =>
  z.object({ value, ver: SettingVersion, changed: SettingChange.nullable() });

/** A setting that has a value of the server until somebody sets it. */
export const storedPreset = <S extends z.ZodType>(value: S) =>
  stored(value).extend({
    /** Nobody has set it here: the value is the one the server was started with. */
    from_environment: z.boolean(),
  });

/** Entries of a setting that is a list. */
export const MAX_LISTED = 100;
/** Domains of mail addresses; `*` stands for one label, but a pattern names at least one label before the last. */
export const MAIL_DOMAIN_PATTERN =
  /^(?:(?:\*|[a-z0-9-]{1,63})\.){0,5}[a-z0-9-]{1,63}\.(?:\*\.){0,3}[a-z][a-z0-9-]{1,23}$/;
export const listOf = (pattern: RegExp) => z.array(z.string().max(120).regex(pattern)).max(MAX_LISTED).readonly();
/** A list as it is answered; the environment allows more than the browser does. */
export const AnsweredList = z.array(z.string().max(120)).max(500).readonly();

/** Lowest and highest value of a setting that is a number. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}
