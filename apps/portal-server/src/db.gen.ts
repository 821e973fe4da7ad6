// Made by `npm run dbtypes` from the migrations: do not edit.
import type { ColumnType } from 'kysely';

/** The driver gives text, because a number could lose digits. */
type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>;
type Numeric = ColumnType<string, string | number, string | number>;
/** Parsed when read, text when written. */
type Json = ColumnType<unknown, string, string>;
/** Has a default, so an insert may leave it out. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;

export interface AccountLink {
  hash: Buffer;
  user_id: number;
  purpose: string;
  email: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

export interface AdminRequest {
  user_id: number;
  grants: boolean;
  requested_by: number;
  requested_at: string;
  expires_at: string;
}

export interface Announcement {
  id: ColumnType<number, never, never>;
  title: string;
  text: string;
  is_published: Generated<boolean>;
  published_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface AuditCheckpoint {
  epoch: number;
  size: Int8;
  root: Buffer;
  frontier: Buffer;
  note: string | null;
  at: Generated<string>;
}

export interface AuditCosignature {
  epoch: number;
  size: Int8;
  witness: string;
  line: string;
  at: string;
}

export interface AuditDetail {
  epoch: number;
  seq: Int8;
  salt: Buffer;
  body: string;
}

export interface AuditEntry {
  epoch: number;
  seq: Int8;
  body: string;
  at: ColumnType<string, never, never>;
  action: ColumnType<string, never, never>;
  outcome: ColumnType<string, never, never>;
  actor_id: ColumnType<string | null, never, never>;
  actor_name: ColumnType<string | null, never, never>;
  case_no: ColumnType<string | null, never, never>;
}

export interface AuditHead {
  epoch: number;
  size: Int8;
  hash: Buffer;
  at: Generated<string>;
}

export interface AuditLeaf {
  epoch: number;
  seq: Int8;
  hash: Buffer;
}

export interface AuditLog {
  epoch: number;
  log: string;
  origin: string;
  genesis: Buffer;
  started_at: Generated<string>;
}

export interface AuditNode {
  epoch: number;
  level: number;
  idx: Int8;
  hash: Buffer;
}

export interface AuditPolicy {
  only_row: Generated<boolean>;
  keep_years: Generated<number>;
}

export interface BackupKeyEnd {
  period: number;
  destroyed_at: string;
  epoch: number;
  seq: Int8;
}

export interface CaseFiles {
  user_id: number;
  rev: number;
  sealed: string | null;
  saved_at: string;
}

export interface ExportJob {
  guid: string;
  user_id: number;
  created_at: string;
  label: string;
  notes: string;
  without_images: boolean;
  with_context_images: boolean;
  watermark_tag: string;
  request_hash: Buffer;
  key_hash: Buffer;
  secrets_sealed: Buffer | null;
  parameters_sealed: Buffer;
  state: Generated<string>;
  outcome: string | null;
  cancelled_at: string | null;
  updated_at: string;
  ended_at: string | null;
  closing_until: string | null;
  is_notified: Generated<boolean>;
  transits: Generated<number>;
  file_name: string;
  file_size: Int8 | null;
  file_sha256: Buffer | null;
  download_until: string | null;
  direct_file: string | null;
  direct_pin: string | null;
  direct_expires_at: string | null;
}

export interface ExportPart {
  guid: string;
  peer_number: number;
  peer_id: number | null;
  url: string;
  label: string;
  secrets_sealed: Buffer | null;
  estimate: number | null;
  state: Generated<string>;
  fault: string | null;
  tries: Generated<number>;
  next_try_at: string;
  last_sign_at: string;
  progress_count: Generated<number>;
  progress_over: number | null;
  received: Generated<Int8>;
  sha256: Buffer | null;
  transits: Generated<number>;
  pictures: Generated<number>;
  is_complete: boolean | null;
  started_at: string | null;
  ended_at: string | null;
  is_told: Generated<boolean>;
}

export interface KnownDevice {
  device_id: string;
  user_id: number;
  first_seen_at: Generated<string>;
  last_seen_at: Generated<string>;
}

export interface LogWitness {
  name: string;
  vkey: string;
  url: string;
  origin: Generated<string>;
  held_size: Generated<Int8>;
  cosigned_at: string | null;
  refused_at: string | null;
  refused_code: string | null;
}

export interface MailOutbox {
  id: ColumnType<string, never, never>;
  kind: string;
  user_id: number | null;
  address: string | null;
  facts: Json;
  created_at: string;
  tries: Generated<number>;
  outcome: string | null;
  ended_at: string | null;
}

export interface MediaTicketUsed {
  nonce: Buffer;
  expires_at: string;
}

export interface Peer {
  id: ColumnType<number, never, never>;
  uuid: string;
  url: string;
  url_key: string;
  label: string;
  code: Generated<string>;
  public_key: Buffer | null;
  is_enabled: Generated<boolean>;
  is_verified: Generated<boolean>;
  version: Generated<string>;
  last_seen_at: string | null;
  last_status_message: string | null;
  last_status_message_at: string | null;
  server_time: string | null;
  last_plate_at: string | null;
  license_expiration: string | null;
  reached_at: string | null;
  created_at: Generated<string>;
  internal_ip: string | null;
  external_ip: string | null;
  expected_ip: string | null;
  certificate_expiration: string | null;
  info: Generated<string>;
  smartphone: Generated<string>;
  notes: Generated<string>;
  plant_code_hash: Buffer | null;
  joined_at: string | null;
  former_public_key: Buffer | null;
}

export interface PeerWitness {
  peer_id: number;
  vkey: string;
}

export interface PlantGroup {
  id: string;
  kind: string;
  name: string;
  ver: number;
  changed_at: string;
  changed_by: string;
}

export interface PlantGroupMember {
  group_id: string;
  peer_id: number;
}

export interface PlantNonce {
  peer_id: number;
  nonce: string;
  seen_at: string;
}

export interface PortalIdentity {
  only_one: Generated<boolean>;
  uuid: Generated<string>;
}

export interface PortalKey {
  id: string;
  name: string;
  kind: string;
  prefix: string;
  secret_hash: Buffer;
  is_enabled: Generated<boolean>;
  created_at: string;
  updated_at: string;
  created_by: string;
  expires_at: string;
  last_used_at: string | null;
}

export interface PortalKeyUser {
  key_id: string;
  user_id: number;
}

export interface PortalSetting {
  name: string;
  value: Json;
  sealed: Buffer | null;
  ver: number;
  changed_at: string;
  changed_by: string;
}

export interface PortalUser {
  id: ColumnType<number, never, never>;
  uuid: Generated<string>;
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
  email_verified: Generated<boolean>;
  proof_hash: string;
  kdf: Json;
  token_version: Generated<number>;
  totp_sealed: Buffer | null;
  enable_2fa: Generated<boolean>;
  totp_last_step: Generated<Int8>;
  expires_at: string | null;
  password_expires_at: string | null;
  last_login_at: string | null;
  last_refresh_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  language: Generated<string>;
  authority: Generated<string>;
  invited_at: string | null;
  audit_read: Generated<boolean>;
  shows_first_steps: Generated<boolean>;
}

export interface RateCounter {
  rule: string;
  party: Buffer;
  spent: number;
  updated_at: string;
}

export interface RecoveryCode {
  user_id: number;
  slot: number;
  code_hash: string;
  used_at: string | null;
}

export interface RefreshToken {
  hash: Buffer;
  session_id: string;
  rotated_at: string | null;
  successor_hash: Buffer | null;
}

export interface SchemaMigration {
  name: string;
  checksum: string;
  applied_at: Generated<string>;
}

export interface Session {
  id: string;
  user_id: number;
  device_id: string;
  share: Buffer;
  is_remembered: boolean;
  amr: string[];
  ip: string;
  client: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  revoked_at: string | null;
  revoked_reason: string | null;
  agent: Generated<string>;
}

export interface SignInFailure {
  key: string;
  failures: number;
  last_failure_at: string;
  blocked_until: string | null;
}

export interface SigningKey {
  kid: string;
  public_jwk: Json;
  private_sealed: Buffer;
  created_at: Generated<string>;
  retired_at: string | null;
  created_by: string | null;
  retired_by: string | null;
}

export interface SystemEvent {
  id: ColumnType<string, never, never>;
  at: string;
  last_at: string;
  times: Generated<number>;
  level: string;
  event: string;
  code: string | null;
  sub_code: string | null;
  route: string | null;
  plant: string | null;
  request_id: string | null;
}

export interface Ticket {
  id: ColumnType<number, never, never>;
  user_id: number;
  phone: string;
  state: string;
  created_at: string;
  updated_at: string;
}

export interface TicketMessage {
  id: ColumnType<number, never, never>;
  ticket_id: number;
  author_id: number | null;
  is_support: boolean;
  text: string;
  created_at: string;
}

export interface TlogKey {
  purpose: string;
  kid: string;
  private_sealed: Buffer;
  created_at: Generated<string>;
  retired_at: string | null;
  created_by: string | null;
  retired_by: string | null;
}

export interface TotpSetup {
  user_id: number;
  secret_sealed: Buffer;
  started_at: string;
  proven_step: Int8 | null;
}

export interface UseCounter {
  counter: string;
  day: string;
  n: Int8;
}

export interface UsedJoiningCode {
  proof: Buffer;
  peer_id: number | null;
  used_at: string;
}

export interface UserPeer {
  user_id: number;
  peer_id: number;
}

export interface Vault {
  user_id: number;
  rev: number;
  peer_creds: Json;
  saved_at: Generated<string>;
}

export interface WitnessedLog {
  origin: string;
  owner: string;
  epoch: number;
  vkeys: string[];
  size: Generated<Int8>;
  root: Buffer | null;
  note: string | null;
  cosigned_at: string | null;
  refused_at: string | null;
  refused_code: string | null;
  refused_note: string | null;
}

export interface Tables {
  account_link: AccountLink;
  admin_request: AdminRequest;
  announcement: Announcement;
  audit_checkpoint: AuditCheckpoint;
  audit_cosignature: AuditCosignature;
  audit_detail: AuditDetail;
  audit_entry: AuditEntry;
  audit_head: AuditHead;
  audit_leaf: AuditLeaf;
  audit_log: AuditLog;
  audit_node: AuditNode;
  audit_policy: AuditPolicy;
  backup_key_end: BackupKeyEnd;
  case_files: CaseFiles;
  export_job: ExportJob;
  export_part: ExportPart;
  known_device: KnownDevice;
  log_witness: LogWitness;
  mail_outbox: MailOutbox;
  media_ticket_used: MediaTicketUsed;
  peer: Peer;
  peer_witness: PeerWitness;
  plant_group: PlantGroup;
  plant_group_member: PlantGroupMember;
  plant_nonce: PlantNonce;
  portal_identity: PortalIdentity;
  portal_key: PortalKey;
  portal_key_user: PortalKeyUser;
  portal_setting: PortalSetting;
  portal_user: PortalUser;
  rate_counter: RateCounter;
  recovery_code: RecoveryCode;
  refresh_token: RefreshToken;
  schema_migration: SchemaMigration;
  session: Session;
  sign_in_failure: SignInFailure;
  signing_key: SigningKey;
  system_event: SystemEvent;
  ticket: Ticket;
  ticket_message: TicketMessage;
  tlog_key: TlogKey;
  totp_setup: TotpSetup;
  use_counter: UseCounter;
  used_joining_code: UsedJoiningCode;
  user_peer: UserPeer;
  vault: Vault;
  witnessed_log: WitnessedLog;
}
