import type { FamilyInfo } from './family-info.ts';

/**
 * A family as data. Paths name fields from the event down, steps separated by dots, without case and namespace; `*` is
 * any field, `name[1]` the second value, a leading `/` begins at the top of the document. What the event does not have
 * is looked up among the fields that go with the message: other form fields, the query, `file.name`, `file.1`, ...
 */
export interface FamilyDescription extends FamilyInfo {
  /** The message is of this family when all conditions of one group hold. */
  readonly recognise: readonly ConditionGroup[];
  /** Messages that only say that the camera is alive. */
  readonly heartbeat?: readonly ConditionGroup[];
  /** Events other than reads; refused as such. */
  readonly otherEvents?: readonly ConditionGroup[];
  /** Paths of the node of each read; the first with nodes counts. Empty: the document itself. */
  readonly events: readonly string[];
  /** Fields of an event that are there once for each vehicle; repeated, the event is one of each. */
  readonly vehicles?: readonly string[];
  /** Paths of what an event holds once for each plate, at any depth; where it holds several, the event is one of each. */
  readonly plates?: readonly string[];
  /**
   * Name of a plate that an event numbers from 0, as `LPR0`, `LPR1`: the event is one of each number, with the numbered fields under
   * their names without it.
   */
  readonly numbered?: string;
  /** Path of a text that lists what was seen, as `car:88%,AA000AA:93%`; without a plate of its own the event is one of each plate in it. */
  readonly listed?: string;
  /** Nodes that are reads; absent: all. */
  readonly only?: readonly ConditionGroup[];
  readonly plate: PlateRule;
  readonly time: TimeRule;
  readonly externalId?: FieldRule;
  readonly stage?: CodeRule;
  /**
   * `externalId` is a vehicle whose plate may be told again as it is read better, although no field says a stage; in events in which a
   * group holds, or in all.
   */
  readonly isTrack?: true | readonly ConditionGroup[];
  /** Several messages tell of one vehicle and share no id: those with the same plate within seconds are of one vehicle. */
  readonly joinsByPlate?: true;
  readonly device?: FieldRule & { readonly fixed?: FixedText };
  readonly confidence?: ConfidenceRule;
  readonly candidates?: CandidateRule;
  readonly nation?: NationRule;
  /** Several rules where fields code it differently: the first one that gives a direction counts. */
  readonly direction?: CodeRule | readonly CodeRule[];
  readonly lane?: FieldRule & { readonly isFromZero?: boolean };
  readonly speed?: SpeedRule;
  readonly colour?: CodeRule;
  readonly brand?: FieldRule;
  readonly model?: FieldRule;
  readonly vehicleClass?: CodeRule;
  /** Kemler and UN number, each of its own or as one text such as 33/1203. */
  readonly adr?: {
    readonly kemler?: readonly string[];
    readonly un?: readonly string[];
    readonly joined?: readonly string[];
  };
  readonly position?: { readonly lat: readonly string[]; readonly lon: readonly string[] };
  readonly listHit?: ListHitRule;
  readonly violation?: FieldRule;
  readonly pictures?: readonly PictureRule[];
  /** What replaces rules where a picture arrives alone, with what it shows in its name: `file.1`, `file.2` are its pieces. */
  readonly pictureAlone?: Partial<FamilyDescription> & Pick<FamilyDescription, 'recognise'>;
  /** A field that says what the only picture shows that is sent as a part, where the part's name does not say it. */
  readonly attached?: { readonly path: string; readonly plate: readonly string[] };
}

export type ConditionGroup = readonly Condition[];
export interface Condition {
  readonly path: string;
  /** Values, as words; absent: the field is there. */
  readonly is?: readonly string[];
  /** The field is there and not empty. */
  readonly isFilled?: true;
  /** The text is a code or name of a nation. */
  readonly isNation?: true;
  /** The field is not there. */
  readonly isAbsent?: true;
  /** The text begins with so many digits. */
  readonly digits?: number;
}
/** Characters of a text of fixed width; `to` null: to its end. */
export interface FixedText {
  readonly path: string;
  readonly from: number;
  readonly to: number | null;
}

export interface FieldRule {
  /** The first with a value counts. */
  readonly paths: readonly string[];
  /** Values that mean nothing, beside the usual words. */
  readonly nothing?: readonly string[];
}
export interface PlateRule extends FieldRule {
  /** Words for "no plate read", beside the usual ones. */
  readonly noPlate?: readonly string[];
  /** Where the text has no fields. */
  readonly fixed?: FixedText;
  /** Fields that write the nation behind the plate, as `AB123CD-ITA`. */
  readonly withNation?: readonly string[];
  /** An event with an empty plate is no read: the camera reports every object it sees. */
  readonly isOnlyWithPlate?: boolean;
  /** Events that are reads although they have no field for a plate: the camera saw a vehicle. */
  readonly absentIn?: readonly ConditionGroup[];
}
/** Names to show for values that are none, such as `true`. */
export interface ListHitRule extends FieldRule {
  readonly names?: Readonly<Record<string, string>>;
}
export interface TimeRule {
  /** A field whose name ends in UTC is in UTC. */
  readonly paths: readonly string[];
  /** Date and time in fields of their own, tried first; in the zone of the camera unless they are UTC. */
  readonly joined?: readonly (readonly [date: string, time: string, zone?: 'utc'])[];
  /** Order where the year is last; day first when absent, and then years of two digits are not read. */
  readonly order?: 'dmy' | 'mdy';
  readonly fixed?: FixedText;
  /** Fields that each have a piece: year, month, day, hour, minute, and where known second and its fraction. */
  readonly pieces?: readonly (readonly string[])[];
  /** Offset from UTC in hours or as +HH:MM, for times without one. */
  readonly offset?: readonly string[];
  /** Times without an offset are UTC, whatever the zone of the camera. */
  readonly isUtc?: true;
}
/** Words are looked up in `codes` first, then in the words all families share. */
export interface CodeRule extends FieldRule {
  readonly codes?: Readonly<Record<string, string>>;
}
export interface NationRule extends CodeRule {
  /** The family sends distinguishing signs (D, F) and not ISO codes. */
  readonly signsFirst?: boolean;
}
export interface ConfidenceRule extends FieldRule {
  /**
   * `auto`: a fraction when written with a decimal point and at most 1, else percent; `thousand`: the same, but above 100 of a
   * thousand, for families whose firmware scores either way; `likelihood`: a fraction whenever it is at most 1, else percent; `byte`:
   * of 255; `percentOrByte`: of 255 above 100, else percent, which is noted because it may be of 255 too.
   */
  readonly scale: 'fraction' | 'percent' | 'permille' | 'auto' | 'thousand' | 'likelihood' | 'byte' | 'percentOrByte';
}
export interface CandidateRule {
  readonly each: string;
  readonly plate: string;
  readonly confidence?: string;
  readonly scale?: ConfidenceRule['scale'];
}
export interface SpeedRule extends FieldRule {
  /** `declared`: what the administrator says. */
  readonly unit: 'kmh' | 'mph' | 'ms' | 'declared';
  /** A field that states the unit. */
  readonly unitPaths?: readonly string[];
}
export interface PictureRule {
  readonly role: 'plate' | 'context';
  /** Texts in base64 or data URLs. */
  readonly paths?: readonly string[];
  /** Beginnings of names of parts or their files, in letters and digits. */
  readonly parts?: readonly string[];
  /** A list whose entries say what they show. */
  readonly list?: {
    readonly each: string;
    readonly text: string;
    readonly kind: string;
    readonly kinds: readonly string[];
  };
}
