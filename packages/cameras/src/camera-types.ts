import type { Colour, VehicleClass } from '@varco/domain/code-lists.ts';

/** Families of camera formats, most common first; `generic` is mapped by the administrator. */
export const FAMILY_IDS = [
  'hikvision',
  'dahua',
  'axis',
  'cammra',
  'ffgroup',
  'tattile',
  'selea',
  'openalpr',
  'plate-recognizer',
  'milesight',
  'genetec',
  'frigate',
  'blue-iris',
  'unifi-protect',
  'lilin',
  'axxonsoft',
  '2n',
  'nedap',
  'lector-vision',
  'onvif',
  'generic',
] as const;
export type FamilyId = (typeof FAMILY_IDS)[number];

/** What a camera sent, as received. */
export interface CameraMessage {
  /** The header as sent, with its parameters; null: none. */
  readonly contentType: string | null;
  readonly body: Uint8Array;
  /** Name of an uploaded or dropped file; null: none. */
  readonly fileName: string | null;
  /** Query string of the request without "?"; empty for none. */
  readonly query: string;
}

/** Fields an administrator can map by paths (family `generic`). */
export const GENERIC_FIELDS = [
  'plate',
  'at',
  'externalId',
  'device',
  'confidence',
  'nation',
  'direction',
  'lane',
  'speed',
  'colour',
  'brand',
  'model',
  'vehicleClass',
  'adrKemler',
  'adrUn',
  'lat',
  'lon',
  'listHit',
  'platePicture',
  'contextPicture',
] as const;
export type GenericField = (typeof GENERIC_FIELDS)[number];

/** How the administrator maps an unknown format. Paths are those `describeFields` lists. */
export interface GenericMapping {
  /** Path of the repeated node, for messages with several reads; empty: the message is one read. */
  readonly each: string;
  /** Paths of each field, the first with a value counts; below `each`, or from the top with a leading "/". */
  readonly fields: Readonly<Partial<Record<GenericField, readonly string[]>>>;
  /** Order of day and month in times written with the year last. */
  readonly dateOrder: 'dmy' | 'mdy';
  /** Range of the confidences sent; `byte`: to 255; `auto`: a fraction when written with a decimal point and at most 1. */
  readonly confidenceScale: 'fraction' | 'percent' | 'permille' | 'byte' | 'auto';
  /** Words that mean "no plate was read", beside the usual ones. */
  readonly noPlateWords: readonly string[];
}

/** What the administrator declared for this camera. */
export interface CameraProfile {
  /** `auto`: recognised from the message. */
  readonly family: FamilyId | 'auto';
  /** IANA zone of times without offset. */
  readonly timeZone: string;
  /** Unit of speeds of families that do not state it. */
  readonly speedUnit: 'kmh' | 'mph';
  /** Paths of family `generic`; null: none declared. */
  readonly mapping: GenericMapping | null;
}

export interface CameraPicture {
  /** `plate`: cut out around the plate; `context`: the vehicle or the whole scene. */
  readonly role: 'plate' | 'context';
  readonly type: 'image/jpeg' | 'image/png';
  readonly bytes: Uint8Array;
}

/** One read as the camera states it, in the units and codes of Varco. */
export interface CameraRead {
  /** As sent, trimmed; null: the camera saw a vehicle and read no plate. */
  readonly plate: string | null;
  /** ISO instant in UTC; null: the message has no usable time. */
  readonly at: string | null;
  /** Where the offset of `at` comes from: stated, the zone of the profile, or a count since 1970. */
  readonly timeSource: 'offset' | 'zone' | 'epoch' | 'none';
  /** Id of the event or track at the camera, by which messages of one vehicle are joined. */
  readonly externalId: string | null;
  readonly stage: 'new' | 'update' | 'lost' | null;
  /** Name or serial number of the camera stated in the message. */
  readonly device: string | null;
  /** Percent, one decimal. */
  readonly confidence: number | null;
  readonly candidates: readonly { readonly plate: string; readonly confidence: number | null }[];
  /** Nation code of Varco, the distinguishing sign (I, D, RSM), as a read's `nazione`; null: not stated or not known. */
  readonly nation: string | null;
  /** Codes of a read's `direction`: 1 into the city, 2 out of it, 3 approaching the camera, 4 moving away. */
  readonly direction: 1 | 2 | 3 | 4 | null;
  /** 0 to 20. */
  readonly lane: number | null;
  /** Whole km/h, 0 to 400. */
  readonly speedKmh: number | null;
  readonly colour: Colour | null;
  readonly brand: string | null;
  readonly model: string | null;
  readonly vehicleClass: VehicleClass | null;
  readonly adrKemler: string | null;
  readonly adrUn: string | null;
  readonly position: { readonly lat: number; readonly lon: number } | null;
  /** Name of a list of the camera itself that contains the plate. */
  readonly listHit: string | null;
  /** What the camera says the vehicle did wrong, in its words. */
  readonly violation: string | null;
  readonly pictures: readonly CameraPicture[];
}

/** What is missing or odd in a message that was read. */
export const NOTE_CODES = [
  'time_missing',
  'time_unreadable',
  'time_skipped_hour',
  'time_repeated_hour',
  'plate_missing',
  'plate_too_long',
  'confidence_out_of_range',
  'confidence_scale_unclear',
  'number_out_of_range',
  'unknown_field_value',
  'picture_missing',
  'picture_invalid',
  'picture_too_large',
  'pictures_ambiguous',
  'body_repaired',
  'reads_dropped',
] as const;
export type NoteCode = (typeof NOTE_CODES)[number];
export interface CameraNote {
  readonly code: NoteCode;
  /** Field of the read it is about; null: the whole message. */
  readonly field: string | null;
}

export const REFUSAL_REASONS = [
  'empty_body',
  'body_too_large',
  'body_unreadable',
  'body_truncated',
  'limit_exceeded',
  'family_unknown',
  'family_mismatch',
  'mapping_missing',
  'not_a_read',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];

export type CameraResult =
  | {
      readonly kind: 'reads';
      readonly family: FamilyId;
      readonly reads: readonly CameraRead[];
      readonly notes: readonly CameraNote[];
    }
  | { readonly kind: 'heartbeat'; readonly family: FamilyId; readonly notes: readonly CameraNote[] }
  | {
      readonly kind: 'refused';
      readonly family: FamilyId | null;
      readonly reason: RefusalReason;
      /** For the administrator; never contains a plate. */
      readonly detail: string;
    };
