import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';
import type { ExportFault } from '@varco/contract/portal/saved-export.ts';
import type { KdfBlock, VaultBlob } from '@varco/contract/vault.ts';
import type { Language } from '@varco/i18n/message-types.ts';
import type { MailFacts, MailKind } from './mail/mail-types.ts';

/** Rows of the tables created by the migrations. Instants are ISO 8601 UTC strings with milliseconds. */

type Instant = string;
/** Has a database default and is not written by the program. */
type DefaultedInstant = ColumnType<Instant, Instant | undefined, Instant>;
type JsonColumn<T> = ColumnType<T, string, string>;

export interface PortalUserTable {
  id: ColumnType<number, never, never>;
  uuid: ColumnType<string, string | undefined, never>;
  username: string;
  email: string;
  full_name: Generated<string>;
  mobile: Generated<string>;
  telephone: Generated<string>;
  notes: Generated<string>;
  frontend_url: Generated<string>;
  is_active: Generated<boolean>;
  is_admin: Generated<boolean>;
  is_first_access: Generated<boolean>;
  must_change: Generated<boolean>;
  audit_read: Generated<boolean>;
  shows_first_steps: Generated<boolean>;
  email_verified: Generated<boolean>;
  proof_hash: string;
  kdf: JsonColumn<KdfBlock>;
  token_version: Generated<number>;
  totp_sealed: Buffer | null;
  enable_2fa: Generated<boolean>;
  /** bigint: the driver returns a string. */
  totp_last_step: ColumnType<string, number | undefined, number>;
  expires_at: Instant | null;
  password_expires_at: Instant | null;
  last_login_at: Instant | null;
  last_refresh_at: Instant | null;
  created_at: DefaultedInstant;
  updated_at: DefaultedInstant;
  language: Generated<Language>;
  authority: Generated<string>;
  invited_at: Instant | null;
}

/** Saved searches and followed plates of a person, sealed in the browser. */
export interface CaseFilesTable {
  user_id: number;
  rev: number;
  sealed: string | null;
  saved_at: Instant;
}

/** A request for support. */
export interface TicketTable {
  id: ColumnType<number, never, never>;
  user_id: number;
  phone: string;
  state: 'open' | 'answered' | 'closed';
  created_at: Instant;
  updated_at: Instant;
}

export interface TicketMessageTable {
  id: ColumnType<number, never, never>;
  ticket_id: number;
  author_id: number | null;
  is_support: boolean;
  text: string;
  created_at: Instant;
}

/** A requested change of the admin flag, which another administrator confirms. */
export interface AdminRequestTable {
  user_id: number;
  grants: boolean;
  requested_by: number;
  requested_at: Instant;
  expires_at: Instant;
}

/** A message in the outbox; bigint ids are strings. */
export interface MailOutboxTable {
  id: ColumnType<string, never, never>;
  kind: MailKind;
  user_id: number | null;
  address: string | null;
  facts: JsonColumn<MailFacts>;
  created_at: Instant;
  tries: Generated<number>;
  outcome: 'sent' | 'dropped' | 'given_up' | null;
  ended_at: Instant | null;
}

export interface AccountLinkTable {
  hash: Buffer;
  user_id: number;
  purpose: 'verify' | 'reset' | 'invite';
  email: string;
  created_at: Instant;
  expires_at: Instant;
  used_at: Instant | null;
}

export interface RecoveryCodeTable {
  user_id: number;
  slot: number;
  code_hash: string;
  used_at: Instant | null;
}

/** A second factor whose secret has not been proven yet. */
export interface TotpSetupTable {
  user_id: number;
  secret_sealed: Buffer;
  started_at: Instant;
  proven_step: ColumnType<string | null, null, number | null>;
}

export interface VaultTable {
  user_id: number;
  rev: number;
  peer_creds: JsonColumn<VaultBlob>;
  saved_at: DefaultedInstant;
}

export interface KnownDeviceTable {
  device_id: string;
  user_id: number;
  first_seen_at: DefaultedInstant;
  last_seen_at: DefaultedInstant;
}

export interface SessionTable {
  id: string;
  user_id: number;
  device_id: string;
  share: Buffer;
  is_remembered: boolean;
  amr: string[];
  ip: string;
  client: string;
  agent: Generated<string>;
  created_at: Instant;
  last_used_at: Instant;
  expires_at: Instant;
  revoked_at: Instant | null;
  revoked_reason: string | null;
}

export interface RefreshTokenTable {
  hash: Buffer;
  session_id: string;
  rotated_at: Instant | null;
  successor_hash: Buffer | null;
}

export interface SigningKeyTable {
  kid: string;
  public_jwk: JsonColumn<Record<string, unknown>>;
  private_sealed: Buffer;
  created_at: DefaultedInstant;
  retired_at: Instant | null;
  created_by: string | null;
  retired_by: string | null;
}

export interface SignInFailureTable {
  key: string;
  failures: number;
  last_failure_at: Instant;
  blocked_until: Instant | null;
}

export interface PeerTable {
  id: ColumnType<number, never, never>;
  uuid: string;
  url: string;
  url_key: string;
  label: string;
  code: Generated<string>;
  public_key: Buffer | null;
  /** Of the key before, when it signed the change. */
  former_public_key: Buffer | null;
  is_enabled: Generated<boolean>;
  is_verified: Generated<boolean>;
  version: Generated<string>;
  last_seen_at: Instant | null;
  last_status_message: string | null;
  last_status_message_at: Instant | null;
  server_time: Instant | null;
  last_plate_at: Instant | null;
  /** YYYY-MM-DD. */
  license_expiration: string | null;
  reached_at: Instant | null;
  created_at: DefaultedInstant;
  internal_ip: string | null;
  external_ip: string | null;
  expected_ip: string | null;
  /** YYYY-MM-DD. */
  certificate_expiration: string | null;
  info: Generated<string>;
  smartphone: Generated<string>;
  notes: Generated<string>;
  plant_code_hash: Buffer | null;
  joined_at: Instant | null;
}

/** A joining code that was used here. */
export interface UsedJoiningCodeTable {
  proof: Buffer;
  /** Null: the plant was removed. */
  peer_id: number | null;
  used_at: Instant;
}

export interface PeerWitnessTable {
  peer_id: number;
  vkey: string;
}

export interface UserPeerTable {
  user_id: number;
  peer_id: number;
}

export interface PlantGroupTable {
  id: string;
  kind: 'province' | 'body' | 'other';
  name: string;
  ver: number;
  changed_at: Instant;
  changed_by: string;
}

export interface PlantGroupMemberTable {
  group_id: string;
  peer_id: number;
}

export interface PlantNonceTable {
  peer_id: number;
  nonce: string;
  seen_at: Instant;
}

export interface AnnouncementTable {
  id: ColumnType<number, never, never>;
  title: string;
  text: string;
  is_published: boolean;
  published_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

export interface PortalKeyTable {
  id: string;
  name: string;
  kind: 'status' | 'monitoring';
  prefix: string;
  secret_hash: Buffer;
  is_enabled: Generated<boolean>;
  created_at: Instant;
  updated_at: Instant;
  created_by: string;
  expires_at: Instant;
  last_used_at: Instant | null;
}

export interface PortalKeyUserTable {
  key_id: string;
  user_id: number;
}

export type ExportOutcome = 'completed' | 'incomplete' | 'failed' | 'interrupted' | 'timed_out';

/** A saved export; bigint values are strings. */
export interface ExportJobTable {
  guid: string;
  user_id: number;
  created_at: Instant;
  label: string;
  notes: string;
  without_images: boolean;
  with_context_images: boolean;
  watermark_tag: string;
  request_hash: Buffer;
  key_hash: Buffer;
  secrets_sealed: Buffer | null;
  parameters_sealed: Buffer;
  state: Generated<'asking' | 'closing' | 'ended'>;
  outcome: ExportOutcome | null;
  cancelled_at: Instant | null;
  updated_at: Instant;
  ended_at: Instant | null;
  closing_until: Instant | null;
  is_notified: Generated<boolean>;
  transits: Generated<number>;
  file_name: string;
  file_size: ColumnType<string | null, number | null, number | null>;
  file_sha256: Buffer | null;
  download_until: Instant | null;
  direct_file: string | null;
  direct_pin: string | null;
  direct_expires_at: Instant | null;
}

/** The part of one plant in an export. */
export interface ExportPartTable {
  guid: string;
  peer_number: number;
  peer_id: number | null;
  url: string;
  label: string;
  secrets_sealed: Buffer | null;
  estimate: number | null;
  state: Generated<'waiting' | 'starting' | 'running' | 'accepted' | 'error' | 'cancelled'>;
  fault: ExportFault | null;
  tries: Generated<number>;
  next_try_at: Instant;
  last_sign_at: Instant;
  progress_count: Generated<number>;
  progress_over: number | null;
  received: ColumnType<string, number | undefined, number>;
  sha256: Buffer | null;
  transits: Generated<number>;
  pictures: Generated<number>;
  is_complete: boolean | null;
  started_at: Instant | null;
  ended_at: Instant | null;
  is_told: Generated<boolean>;
}

export interface PortalIdentityTable {
  only_one: Generated<boolean>;
  uuid: Generated<string>;
}

export interface PortalSettingTable {
  name: string;
  value: JsonColumn<unknown>;
  sealed: Buffer | null;
  ver: number;
  changed_at: Instant;
  changed_by: string;
}

export interface DB {
  portal_setting: PortalSettingTable;
  portal_identity: PortalIdentityTable;
  portal_user: PortalUserTable;
  admin_request: AdminRequestTable;
  ticket: TicketTable;
  ticket_message: TicketMessageTable;
  mail_outbox: MailOutboxTable;
  account_link: AccountLinkTable;
  recovery_code: RecoveryCodeTable;
  totp_setup: TotpSetupTable;
  vault: VaultTable;
  known_device: KnownDeviceTable;
  session: SessionTable;
  refresh_token: RefreshTokenTable;
  signing_key: SigningKeyTable;
  sign_in_failure: SignInFailureTable;
  peer: PeerTable;
  peer_witness: PeerWitnessTable;
  user_peer: UserPeerTable;
  plant_group: PlantGroupTable;
  plant_group_member: PlantGroupMemberTable;
  used_joining_code: UsedJoiningCodeTable;
  plant_nonce: PlantNonceTable;
  announcement: AnnouncementTable;
  case_files: CaseFilesTable;
  portal_key: PortalKeyTable;
  portal_key_user: PortalKeyUserTable;
  export_job: ExportJobTable;
  export_part: ExportPartTable;
}

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;
