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

export interface Alert {
  id: ColumnType<string, never, never>;
  seq: Int8 | null;
  version: Generated<number>;
  kind: string;
  priority: number;
  plate: string;
  ts: string;
  transit: Int8;
  gate: number;
  nation: number;
  brand: number;
  model: number;
  colour: number;
  vclass: number;
  flags: number;
  list: string;
  entry: number;
  entry_facts: Json;
  closeness: string;
  only_group: number | null;
  only_user: number | null;
  is_interforce: boolean;
  raised_at: Generated<string>;
  owner: string | null;
  owner_name: Generated<string>;
  taken_at: string | null;
  escalated_at: string | null;
  verified_by: Generated<string>;
  verified_at: string | null;
  outcome: string | null;
  outcome_note: Generated<string>;
  outcome_by: Generated<string>;
  outcome_at: string | null;
  channels_new: Generated<boolean>;
  channels_urged: Generated<boolean>;
  sent_to: Generated<string>;
  sent_by: Generated<string>;
  sent_at: string | null;
  escalation: Generated<number>;
}

export interface AlertChannel {
  kind: string;
  is_enabled: Generated<boolean>;
  shows_plate: Generated<boolean>;
  settings: Generated<Json>;
  secret: Buffer | null;
  ver: Generated<number>;
  updated_at: Generated<string>;
  updated_by: Generated<string>;
  fails: Generated<number>;
  failing_since: string | null;
  paused_until: string | null;
  last_sent_at: string | null;
  last_error: Generated<string>;
}

export interface AlertDecision {
  id: string;
  alert: Int8;
  person: string;
  person_name: string;
  kind: string;
  choice: string;
  note: string;
  at: string;
  version: number;
}

export interface AlertDelivery {
  id: ColumnType<string, never, never>;
  alert: Int8;
  occasion: string;
  channel: string;
  recipient: number | null;
  address: Generated<string>;
  priority: number;
  created_at: string;
  next_try_at: string;
  tries: Generated<number>;
  outcome: string | null;
  error: Generated<string>;
  ended_at: string | null;
}

export interface AlertRecipient {
  id: ColumnType<number, never, never>;
  channel: string;
  name: string;
  address: string;
  secret: Buffer | null;
  plant_user: number | null;
  kinds: string[];
  gates: number[] | null;
  gets_new: Generated<boolean>;
  gets_urged: Generated<boolean>;
  quiet_from: number | null;
  quiet_to: number | null;
  urgent_always: Generated<boolean>;
  cooldown_min: Generated<number>;
  per_minute: Generated<number>;
  language: Generated<string>;
  is_enabled: Generated<boolean>;
  ver: Generated<number>;
  created_at: string;
  updated_at: string;
  updated_by: Generated<string>;
  device: Generated<string>;
  gets_supervised: Generated<boolean>;
}

export interface ApprovalRequest {
  id: string;
  batch: string;
  requester: string;
  requester_name: string;
  requested_at: string;
  reason: string;
  case_number: string;
  note: string;
  filter_text: string;
  from_at: string | null;
  to_at: string | null;
  state: Generated<string>;
  decided_by: string | null;
  decided_name: string | null;
  decided_at: string | null;
  decision_note: string | null;
  usable_until: string | null;
}

export interface ApprovalTransit {
  approval: string;
  id: Int8;
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

export interface BlacklistEntry {
  id: ColumnType<number, never, never>;
  uuid: string;
  plate: string;
  is_pattern: ColumnType<boolean, never, never>;
  is_approximate: Generated<boolean>;
  is_enabled: Generated<boolean>;
  is_alarming: Generated<boolean>;
  mail_alarm: Generated<boolean>;
  push_alarm: Generated<boolean>;
  radio_alarm: Generated<boolean>;
  all_4: Generated<number>;
  kind: Generated<string>;
  master: number | null;
  group_id: number | null;
  is_interforce: Generated<boolean>;
  is_read_only: Generated<boolean>;
  owner: number;
  creator: string;
  chassis: Generated<string>;
  brand: Generated<string>;
  model: Generated<string>;
  status_text: Generated<string>;
  note1: Generated<string>;
  note2: Generated<string>;
  mails: string | null;
  expires_at: string;
  ver: Generated<number>;
  entered_at: string;
  created_at: string;
  updated_at: string;
  source: Generated<string>;
  is_inherited: Generated<boolean>;
  synced_at: string | null;
  synced_by: Generated<string>;
}

export interface Camera {
  id: ColumnType<number, never, never>;
  uuid: string;
  name: string;
  gate: number;
  family: string;
  time_zone: string;
  speed_unit: string;
  mapping: Json | null;
  key_hash: string;
  networks: Generated<string[]>;
  is_trial: boolean;
  created_at: string;
  created_by: string;
  updated_at: string;
  rotated_at: string;
  rotated_by: string;
  revoked_at: string | null;
  revoked_by: string | null;
  last_message: string | null;
  last_read: string | null;
  digest_keys: Buffer | null;
  reception: Generated<Json>;
  reception_secret: Buffer | null;
  device_filter: Generated<string>;
  reception_fault: string | null;
  connected_at: string | null;
  last_fault: string | null;
  last_fault_at: string | null;
}

export interface CameraEvent {
  camera: number;
  event: Buffer;
  at: string;
  transit: Int8;
  plate: string;
  best_plate: string | null;
  confidence: number | null;
  stage: Generated<number>;
}

export interface CameraHour {
  camera: number;
  hour: string;
  messages: Generated<number>;
  reads: Generated<number>;
  no_plate: Generated<number>;
  low_confidence: Generated<number>;
  repeated: Generated<number>;
  joined: Generated<number>;
  refused: Generated<number>;
  heartbeats: Generated<number>;
  clock_errors: Generated<number[]>;
}

export interface CameraMessage {
  id: string;
  camera: number;
  received_at: string;
  state: string;
  reason: string | null;
  family: string | null;
  size: number;
  sealed: Buffer;
}

export interface CameraSample {
  at: string;
  gate: number;
  n_reads: number;
  last_read: string | null;
  enabled: boolean;
  is_off: boolean;
  state: string;
}

export interface CameraSilence {
  id: ColumnType<number, never, never>;
  gate: number;
  silent_since: string;
  noticed_at: string;
  expected: number | null;
  taken_by: string | null;
  taken_at: string | null;
  done_by: string | null;
  done_at: string | null;
  note: string | null;
  ended_at: string | null;
}

export interface CodeValue {
  kind: string;
  code: number;
  value: string;
}

export interface District {
  id: ColumnType<number, never, never>;
  name: string;
  gates: Generated<number[]>;
  ver: Generated<number>;
  updated_at: string;
  updated_by: Generated<string>;
}

export interface EndedSession {
  sid: string;
  expires_at: string;
}

export interface ExportJob {
  id: string;
  kind: string;
  state: string;
  user_uuid: string;
  ask_hash: string;
  ask_sealed: Buffer;
  password_sealed: Buffer | null;
  destination: Generated<string>;
  peer_number: Generated<number>;
  quota: number;
  most: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  updated_at: string;
  as_of: string | null;
  total: number | null;
  done: Generated<number>;
  cursor_id: Int8 | null;
  segments: Generated<number>;
  pictures: Generated<number>;
  pictures_expired: Generated<number>;
  pictures_unreadable: Generated<number>;
  pictures_withheld: Generated<boolean>;
  limitations: Generated<string[]>;
  bytes: Generated<Int8>;
  bytes_sent: Generated<Int8>;
  sha256: string | null;
  problem: Generated<string>;
  tries: Generated<number>;
  lease: string | null;
  session: string | null;
}

export interface FigureheadEntry {
  id: ColumnType<number, never, never>;
  uuid: string;
  owner_code: string;
  notes: Generated<string>;
  is_enabled: Generated<boolean>;
  owner: number;
  creator: string;
  ver: Generated<number>;
  created_at: string;
  updated_at: string;
}

export interface FigureheadVehicles {
  entry: number;
  plates: string[];
  asked_at: string;
}

export interface FlowDay {
  day: string;
  from_gate: number;
  to_gate: number;
  n: number;
  within_1: number;
  within_2: number;
  within_3: number;
  within_5: number;
  within_7: number;
  within_10: number;
  within_15: number;
  within_20: number;
  within_30: number;
  within_45: number;
  within_60: number;
}

export interface FlowDayBasis {
  day: string;
  transits: number;
  counted_at: string;
}

export interface Gate {
  id: number;
  fullname: string;
  description: Generated<string>;
  position: Generated<number>;
  lat: number | null;
  lon: number | null;
  note: Generated<string>;
  lane2: Generated<boolean>;
  rca_status: Generated<string>;
  direction: Generated<number>;
  camera_model: Generated<string>;
  video_url: string | null;
  sd_size: number | null;
  boundary: Generated<boolean>;
  enabled: Generated<boolean>;
  has_error: Generated<boolean>;
  updated_at: string | null;
  air_pm10: number | null;
  air_no2: number | null;
  air_at: string | null;
  updated_by: string | null;
}

export interface GateDay {
  gate: number;
  day: string;
  n: number;
  n_foreign: number;
  n_uninsured: number;
  n_uninspected: number;
  n_stolen: number;
  n_alarm: number;
  plates: number;
  stolen: number;
  insurance_checked: number;
  inspection_checked: number;
  theft_checked: number;
  waiting: number;
  euro: number[];
  classes: Json;
  counted_at: string;
}

export interface GateFormerName {
  folded: string;
  gate: number;
}

export interface GateHour {
  gate: number;
  hour: string;
  n: number;
  n_foreign: number;
  n_uninsured: number;
  n_uninspected: number;
  n_stolen: number;
  n_alarm: number;
  n_speed: number;
  sum_speed: Int8;
  n_checked: Generated<number>;
  n_reported_stolen: Generated<number>;
}

export interface Handover {
  id: string;
  batch: string;
  giver: string;
  giver_name: string;
  giver_group: number;
  recipient: string | null;
  recipient_name: string;
  made_at: string;
  note: string;
  plants: string[];
  missing: string[];
  is_cut: boolean;
}

export interface HandoverEnd {
  handover: string;
  kind: string;
  person: string;
  person_name: string;
  at: string;
  digest: string;
  passed: string[];
  not_passed: Json;
}

export interface HandoverItem {
  handover: string;
  kind: string;
  item: string;
  since: string;
  gate: number | null;
  label: string;
  owner_name: string;
  is_own: boolean;
  step: number;
  sent_to: string;
  sent_at: string | null;
  note: string;
}

export interface HouseholdPlate {
  person: string;
  hash: string;
}

export interface ImportGate {
  job: string;
  folded: string;
  fullname: string;
  lat: number | null;
  lon: number | null;
}

export interface ImportJob {
  id: string;
  key_id: string | null;
  label: string;
  file_hash: string;
  create_gates: boolean;
  state: string;
  staged: Generated<number>;
  stored: Generated<number>;
  duplicates: Generated<number>;
  created_gates: Generated<string[]>;
  created_at: string;
  committed_at: string | null;
  person: string | null;
  started_by: string;
  refused: Generated<number>;
  read_to: Generated<number>;
  form: Json | null;
}

export interface ImportProgress {
  job: string;
  done: number;
}

export interface ImportRead {
  job: string;
  line: number;
  plate: string;
  folded: string;
  read: Json;
}

export interface ImportRefused {
  job: string;
  line: number;
  reason: string;
}

export interface IngestKey {
  id: string;
  label: string;
  kind: string;
  key_hash: string;
  gates: number[] | null;
  cidr: string | null;
  created_at: string;
  revoked_at: string | null;
}

export interface IngestTally {
  hour: string;
  key_id: string;
  outcome: string;
  n: number;
}

export interface JoinedPortal {
  id: ColumnType<number, never, never>;
  uuid: string;
  origin: string;
  public_key: Buffer;
  joined_at: string;
  joined_by: string;
  revoked_at: string | null;
  revoked_by: string | null;
  heartbeat_at: string | null;
  heartbeat_result: string | null;
}

export interface JoiningCode {
  id: ColumnType<number, never, never>;
  proof: Buffer;
  portal_origin: string | null;
  created_at: string;
  created_by: string;
  expires_at: string;
  revoked_at: string | null;
  revoked_by: string | null;
  shown_at: string | null;
  shown_origin: string | null;
  shown_key: Buffer | null;
  used_at: string | null;
  used_by: number | null;
}

export interface KnownVault {
  user_uuid: string;
  proof: string;
  last_used_at: string;
}

export interface LegalHold {
  id: string;
  plates: string[];
  from_ts: string;
  to_ts: string;
  reason: string;
  act: string;
  author: string;
  made_at: string;
  lifted_at: string | null;
  lifted_by: string | null;
  lift_reason: Generated<string>;
}

export interface ListChange {
  no: Int8;
  list: string;
  entry_id: number;
  at: Generated<string>;
}

export interface ListFeed {
  one: Generated<boolean>;
  last_no: Generated<Int8>;
  pruned_no: Generated<Int8>;
}

export interface ListImport {
  id: string;
  author: number;
  state: string;
  n_lines: Generated<number>;
  n_done: Generated<number>;
  started_at: string;
  ended_at: string | null;
}

export interface ListedPartner {
  listed: string;
  partner: string;
  abs_score: number;
  sessions: number;
  found_at: string;
}

export interface ListedPartnerLook {
  listed: string;
  looked_at: string;
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

export interface LookUp {
  id: string;
  user_id: number;
  user_uuid: string;
  username: string;
  asked_at: string;
  request: number;
  key_kind: number;
  vehicle_kind: number | null;
  key_mac: string;
  key_sealed: Buffer;
  reason_sealed: Buffer | null;
  is_paid: boolean;
  state: number;
  problem: Generated<string>;
  sent_at: string | null;
  finished_at: string | null;
  from_look_up: string | null;
  is_found: Generated<boolean>;
  cents: Generated<number>;
  receipt: string | null;
  answer_sealed: Buffer | null;
}

export interface MediaTicketUsed {
  nonce: Buffer;
  expires_at: string;
}

export interface MovementDay {
  day: string;
  plate: string;
  n: number;
  night: number;
  loops: number;
  night_loops: number;
  gates: number;
  jumps: number;
}

export interface MovementDayVersion {
  day: string;
  version: Generated<string>;
}

export interface MovementMark {
  one: Generated<boolean>;
  generation: string;
  snapshot: string;
  at: string;
  is_built: boolean;
}

export interface PersonRequest {
  id: string;
  batch: string;
  reference: string;
  kind: string;
  regime: string;
  person_name: string;
  contact: string;
  plate: string;
  nation: string;
  from_day: string;
  to_day: string;
  period_proof: string;
  received_on: string;
  due_on: string;
  made_by: string;
  made_name: string;
  made_at: string;
}

export interface PersonRequestBatch {
  request: string;
  id: ColumnType<string, never, never>;
  n: number;
  at: Generated<string>;
  kind: Generated<string>;
}

export interface PersonRequestEnd {
  request: string;
  state: string;
  ground: string;
  decision: string;
  person: string;
  person_name: string;
  at: string;
  findings: Json | null;
  digest: string;
}

export interface PersonRequestStep {
  request: string;
  kind: string;
  person: string;
  person_name: string;
  at: string;
  note: string;
  due_on: string | null;
  n: number | null;
  n_held: number | null;
}

export interface PictureRemoval {
  hash: string;
}

export interface PlantDevice {
  id: ColumnType<number, never, never>;
  kind: string;
  name: string;
  plant_user: number | null;
  android_id: string | null;
  chat: string | null;
  created_at: string;
  created_by: string;
  code_hash: string | null;
  code_expires_at: string | null;
  enrolled_at: string | null;
  recipient: number | null;
}

export interface PlantKey {
  kid: string;
  public_x: string;
  private_sealed: Buffer;
  created_at: Generated<string>;
  retired_at: string | null;
  created_by: string | null;
  retired_by: string | null;
}

export interface PlantSettings {
  one: Generated<boolean>;
  uuid: string;
  label: string;
  code: string;
  municipality: string;
  public_url: string;
  portal_url: Generated<string>;
  retention_days: number;
  plate_picture_days: number;
  context_picture_days: number;
  retention_basis: string;
  retention_act: string;
  requires_reason: Generated<boolean>;
  requires_case: Generated<boolean>;
  reasons: Generated<Json>;
  license_expires_on: string | null;
  license_number: string | null;
  license_options: Json | null;
  watermark_text: Generated<string>;
  demo_slow_ms: Generated<number>;
  demo_fail_one_in: Generated<number>;
  time_limit: Generated<string>;
  plate_picture_basis: string;
  plate_picture_act: string;
  context_picture_basis: string;
  context_picture_act: string;
  paid_lookups_per_day: number | null;
  look_up_answer_days: number | null;
  look_up_answer_basis: Generated<string>;
  look_up_answer_act: Generated<string>;
  ingest_rate: number | null;
  ingest_burst: number | null;
  registry_checks_per_minute: number | null;
  alert_mail_domains: string[] | null;
  push_services: string[] | null;
  registry: Json | null;
  registry_sealed: Buffer | null;
}

export interface PlantUser {
  id: number;
  uuid: string;
  username: string;
  fullname: Generated<string>;
  email: Generated<string>;
  group_id: number;
  active: Generated<number>;
  password_hash: string;
  password_set_on: string;
  password_expires_on: string | null;
  expires_on: string | null;
  ver: Generated<number>;
  gates: number[] | null;
  t_max: Generated<number>;
  sees_plates: Generated<boolean>;
  insert_bl: boolean | null;
  notifica_rubati: Generated<boolean>;
  notifica_blacklist: Generated<boolean>;
  responsabile_interforze: Generated<boolean>;
  can_manage_users: Generated<boolean>;
  can_manage_districts: Generated<boolean>;
  visure_pagamento: Generated<boolean>;
  assignable_bl_groups: Generated<number[]>;
  created_by: number | null;
  owned_by: number | null;
  interforce: Generated<string>;
  interforce_asked_at: string | null;
  interforce_decided_at: string | null;
  interforce_decided_by: Generated<string>;
  interforce_note: Generated<string>;
  admin: Generated<boolean>;
  description: Generated<string>;
  extra: Generated<string>;
  remote_activity: Generated<number>;
  audit_read: Generated<boolean>;
}

export interface PlantUserCounter {
  one: Generated<boolean>;
  last_id: number;
}

export interface PlantUserDistrict {
  plant_user: number;
  district: number;
}

export interface PlateChange {
  xact: Generated<string>;
  plates: string[];
  days: number[];
  counts: number[];
  first_seen: Int8[];
  last_seen: Int8[];
}

export interface PlateChangeMark {
  one: Generated<boolean>;
  generation: Generated<string>;
  next_state: string;
  next_at: string;
  gone_at: string;
}

export interface PlateCheck {
  plate: string;
  vehicle: Json | null;
  checked_at: string;
}

export interface PlateCorrection {
  plate: string;
  ts: string;
  id: Int8;
  corrected: string;
  author: string;
  reason: string;
  made_at: string;
}

export interface PlateDay {
  day: string;
  plate: string;
  n: number;
  night: number;
  uninsured: number;
  nation: number;
  gates: number[];
}

export interface PlateDict {
  plate: string;
  folded: string;
  first_seen: string;
  last_seen: string;
  n: number;
  last_gate: number;
  nation: number;
}

export interface PopulationDay {
  gate: number;
  day: string;
  residents: number;
  commuters: number;
  passers_by: number;
  n_foreign: number;
  transits: number;
  unread: number;
}

export interface PopulationDayBasis {
  day: string;
  transits: Int8;
  counted_at: string;
}

export interface PortalAnswer {
  origin: string;
  known_key: string | null;
  taken_at: string;
}

export interface RateCounter {
  rule: string;
  party: Buffer;
  spent: number;
  updated_at: string;
}

export interface RecentArrival {
  xid: string;
  at: string;
  first_id: Int8;
  ids: Int8[];
}

export interface RegistryAccess {
  one: Generated<boolean>;
  fingerprint: string;
  refused_by: string;
  vpn_errors: number;
  ministry_errors: number;
}

export interface RestrictedPicture {
  transit: string;
  kind: string;
  ts: string;
  sealed: Buffer;
}

export interface RestrictedTransit {
  id: string;
  request: string;
  ts: string;
  sealed: Buffer;
}

export interface ReviewCase {
  run: number;
  person: string;
  name: string;
  job: string;
  looks: number;
  score: number;
  flagged: boolean;
  drawn: boolean;
  findings: Json;
}

export interface ReviewRun {
  id: ColumnType<number, never, never>;
  month: string;
  version: string;
  at: string;
  final: boolean;
  people: number;
  checkpoint: string | null;
}

export interface ReviewStep {
  id: ColumnType<number, never, never>;
  month: string;
  person: string;
  kind: string;
  note: string;
  by_id: string;
  by_name: string;
  at: string;
}

export interface RewriteDue {
  name: string;
  since: string;
  last_xid: Generated<Int8>;
}

export interface RewrittenTable {
  name: string;
  nightly: Generated<boolean>;
}

export interface SchemaMigration {
  name: string;
  checksum: string;
  applied_at: Generated<string>;
}

export interface SearchStart {
  key: string;
  seen: string;
  at: string;
}

export interface SettingChange {
  name: string;
  ver: number;
  changed_at: string;
  changed_by: string;
}

export interface ShownRows {
  person: string;
  day: string;
  n: number;
}

export interface SignInFailure {
  key: string;
  failures: number;
  last_failure_at: string;
  blocked_until: string | null;
}

export interface SuspectWeights {
  id: ColumnType<number, never, never>;
  weights: Json;
  why: string;
  changed_at: string;
  changed_by: string;
  username: string;
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

export interface TlogKey {
  purpose: string;
  kid: string;
  private_sealed: Buffer;
  created_at: Generated<string>;
  retired_at: string | null;
  created_by: string | null;
  retired_by: string | null;
}

export interface Transit {
  id: Int8;
  ts: string;
  lat: number;
  lon: number;
  gate: number;
  direction: number;
  vclass: number;
  nation: number;
  province: number;
  comune: number;
  brand: number;
  model: number;
  colour: number;
  speed: number;
  lane: number;
  euro: number;
  confidence: number;
  insured: number;
  insured_until: number;
  inspected: number;
  inspected_until: number;
  stolen: number;
  sives: number;
  alarm: number;
  flags: number;
  adr_un: number;
  plate: string;
  adr_kemler: string;
  adr_class: string;
  confidence_chars: Buffer;
}

export interface TransitNote {
  note: string;
  plate: string;
  ts: string;
  id: Int8;
  body: string;
  tags: string[];
  author: string;
  case_number: string;
  made_at: string;
  folded: ColumnType<string, never, never>;
}

export interface TransitPicture {
  ts: string;
  id: Int8;
  plate: string;
  full_hash: string;
  plate_hash: string;
  context_hash: string;
}

export interface TransitRead {
  plate: string;
  ts: string;
  id: Int8;
  at: string;
  arrived_at: string | null;
  camera: number;
  stage: number;
  direction: number;
  read_plate: string;
  confidence: number;
  rule: number;
  is_chosen: boolean;
  picture: string;
  times: number;
}

export interface UnreadTransit {
  id: Int8;
  ts: string;
  lat: number;
  lon: number;
  gate: number;
  direction: number;
  vclass: number;
  nation: number;
  province: number;
  comune: number;
  brand: number;
  model: number;
  colour: number;
  speed: number;
  lane: number;
  euro: number;
  confidence: number;
  insured: number;
  insured_until: number;
  inspected: number;
  inspected_until: number;
  stolen: number;
  sives: number;
  alarm: number;
  flags: number;
  adr_un: number;
  plate: string;
  adr_kemler: string;
  adr_class: string;
  confidence_chars: Buffer;
}

export interface UserGroup {
  id: Generated<number>;
  name: string;
  level: number;
  defaults: Generated<Json>;
  ver: Generated<number>;
  look_back_days: number | null;
  rows_per_day: number | null;
  approves: Generated<boolean>;
  handles_requests: Generated<boolean>;
}

export interface WhitelistEntry {
  id: ColumnType<number, never, never>;
  uuid: string;
  plate: string;
  silences: string[];
  reason: string;
  is_enabled: Generated<boolean>;
  owner: number;
  creator: string;
  expires_at: string;
  ver: Generated<number>;
  created_at: string;
  updated_at: string;
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

export interface Zone {
  id: ColumnType<number, never, never>;
  name: string;
  corners: Generated<Json>;
  gates: Generated<number[]>;
  colour: number;
  updated_at: string;
  updated_by: string;
}

export interface Tables {
  alert: Alert;
  alert_channel: AlertChannel;
  alert_decision: AlertDecision;
  alert_delivery: AlertDelivery;
  alert_recipient: AlertRecipient;
  approval_request: ApprovalRequest;
  approval_transit: ApprovalTransit;
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
  blacklist_entry: BlacklistEntry;
  camera: Camera;
  camera_event: CameraEvent;
  camera_hour: CameraHour;
  camera_message: CameraMessage;
  camera_sample: CameraSample;
  camera_silence: CameraSilence;
  code_value: CodeValue;
  district: District;
  ended_session: EndedSession;
  export_job: ExportJob;
  figurehead_entry: FigureheadEntry;
  figurehead_vehicles: FigureheadVehicles;
  flow_day: FlowDay;
  flow_day_basis: FlowDayBasis;
  gate: Gate;
  gate_day: GateDay;
  gate_former_name: GateFormerName;
  gate_hour: GateHour;
  handover: Handover;
  handover_end: HandoverEnd;
  handover_item: HandoverItem;
  household_plate: HouseholdPlate;
  import_gate: ImportGate;
  import_job: ImportJob;
  import_progress: ImportProgress;
  import_read: ImportRead;
  import_refused: ImportRefused;
  ingest_key: IngestKey;
  ingest_tally: IngestTally;
  joined_portal: JoinedPortal;
  joining_code: JoiningCode;
  known_vault: KnownVault;
  legal_hold: LegalHold;
  list_change: ListChange;
  list_feed: ListFeed;
  list_import: ListImport;
  listed_partner: ListedPartner;
  listed_partner_look: ListedPartnerLook;
  log_witness: LogWitness;
  look_up: LookUp;
  media_ticket_used: MediaTicketUsed;
  movement_day: MovementDay;
  movement_day_version: MovementDayVersion;
  movement_mark: MovementMark;
  person_request: PersonRequest;
  person_request_batch: PersonRequestBatch;
  person_request_end: PersonRequestEnd;
  person_request_step: PersonRequestStep;
  picture_removal: PictureRemoval;
  plant_device: PlantDevice;
  plant_key: PlantKey;
  plant_settings: PlantSettings;
  plant_user: PlantUser;
  plant_user_counter: PlantUserCounter;
  plant_user_district: PlantUserDistrict;
  plate_change: PlateChange;
  plate_change_mark: PlateChangeMark;
  plate_check: PlateCheck;
  plate_correction: PlateCorrection;
  plate_day: PlateDay;
  plate_dict: PlateDict;
  population_day: PopulationDay;
  population_day_basis: PopulationDayBasis;
  portal_answer: PortalAnswer;
  rate_counter: RateCounter;
  recent_arrival: RecentArrival;
  registry_access: RegistryAccess;
  restricted_picture: RestrictedPicture;
  restricted_transit: RestrictedTransit;
  review_case: ReviewCase;
  review_run: ReviewRun;
  review_step: ReviewStep;
  rewrite_due: RewriteDue;
  rewritten_table: RewrittenTable;
  schema_migration: SchemaMigration;
  search_start: SearchStart;
  setting_change: SettingChange;
  shown_rows: ShownRows;
  sign_in_failure: SignInFailure;
  suspect_weights: SuspectWeights;
  system_event: SystemEvent;
  tlog_key: TlogKey;
  transit: Transit;
  transit_note: TransitNote;
  transit_picture: TransitPicture;
  transit_read: TransitRead;
  unread_transit: UnreadTransit;
  user_group: UserGroup;
  whitelist_entry: WhitelistEntry;
  witnessed_log: WitnessedLog;
  zone: Zone;
}
