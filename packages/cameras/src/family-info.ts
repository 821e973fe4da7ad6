import type { FamilyId } from './camera-types.ts';

/** Ways a camera delivers its reads. */
export type Delivery = 'http' | 'tcp' | 'mqtt' | 'ftp' | 'pull';

/** Where to type what on the camera's own page, in the words of that page. */
export interface FamilySetup {
  /** Menu of the page, for example "Network > HTTP Listening". */
  readonly page: string;
  /** Label of the field for the address; null: the page has none. */
  readonly address: string | null;
  readonly user: string | null;
  readonly key: string | null;
  /** Format or options to choose there; null: nothing to choose. */
  readonly format: string | null;
  /** Template to paste there; null: the camera has its own format. */
  readonly template: string | null;
}

/** What a camera waits for as answer. It counts as a failure otherwise and is sent again. */
export interface FamilyReply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** What people are told about a family. Names and labels are those of the vendor and are not translated. */
export interface FamilyInfo {
  readonly id: FamilyId;
  readonly name: string;
  readonly vendor: string;
  /** Usual delivery first. */
  readonly sends: readonly Delivery[];
  readonly reply: FamilyReply;
  readonly setup: FamilySetup;
}
