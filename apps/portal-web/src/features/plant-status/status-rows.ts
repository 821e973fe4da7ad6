import type { CallOutput } from '@varco/contract/endpoint.ts';
import type { currentStatus } from '@varco/contract/plant/status.ts';
import { megabytesToBytes, toConnectionState, toMinistryState } from '@varco/domain/plants/system-status.ts';
import { formatBytes, formatDate, formatDateTime } from '@varco/i18n/format.ts';
import type { Language, Translate } from '@varco/i18n/message-types.ts';
import type { KeyValue } from '@varco/ui/KeyValueList.tsx';

type SystemStatus = CallOutput<typeof currentStatus>;

const KNOWN_OPTIONS = ['visure', 'rca_rev', 'adv_charts'] as const;

/** Rows about the state a plant reports (P 3): clock, services, disks, software version. */
export function buildStatusRows(status: SystemStatus, t: Translate, language: Language): readonly KeyValue[] {
  const { ministry, vpn, options } = status.external_services;
  const { archive, tmp, state } = status.system.disk;
  const size = (mb: number): string => formatBytes(megabytesToBytes(mb), 1000, language);
  const disk = ({ free, total }: typeof archive): string =>
    t('plants:system.disk', { free: size(free), total: size(total) });
  const licence = [
    ministry.license ?? t('plants:system.none'),
    ...(ministry.license_expiry === null
      ? []
      : [t('plants:system.until', { date: formatDate(ministry.license_expiry) })]),
  ].join(', ');
  const rows = [
    ['time', formatDateTime(status.ts_time)],
    ['connection', t(`plants:connection.${toConnectionState(vpn.status)}`)],
    ['ministry', t(`plants:ministry.${toMinistryState(ministry.status)}`)],
    ['ministryLicence', licence],
    ['ministryKey', ministry.license_key ?? t('plants:system.none')],
    [
      'passwordErrors',
      t('plants:system.passwordErrorsOf', {
        ministry: ministry.password_error_counter,
        vpn: vpn.password_error_counter,
      }),
    ],
    ['options', options.length === 0 ? t('plants:system.none') : options.map((code) => nameOption(code, t)).join(', ')],
    ['archive', disk(archive)],
    ['tmp', disk(tmp)],
    // An older plant does not report it.
    ...(state === undefined ? [] : [['diskState', t(`plants:system.disks.${state}`)] as const]),
    ...(status.backup === undefined ? [] : [['backup', describeBackup(status.backup, t)] as const]),
    ['portal', `${status.portal.version} ${status.portal.hash}`],
  ] as const;
  return rows.map(([key, value]) => ({ key, label: t(`plants:system.${key}`), value }));
}

/** What the plant is licensed for, in words; a newer plant may have an option that this program does not know. */
function nameOption(code: string, t: Translate): string {
  const known = KNOWN_OPTIONS.find((option) => option === code);
  return known === undefined ? code : t(`plants:system.option.${known}`);
}

/** The newest backup, and whether it was restored on trial. */
function describeBackup(backup: NonNullable<SystemStatus['backup']> | null, t: Translate): string {
  if (backup === null) return t('plants:system.backups.none');
  const { at, verified } = backup;
  if (at === null) return t('plants:system.backups.never');
  const last = formatDateTime(at);
  if (verified === null) return t('plants:system.backups.unverified', { at: last });
  const tried = { at: last, verified: formatDateTime(verified.at) };
  return verified.good ? t('plants:system.backups.good', tried) : t('plants:system.backups.bad', tried);
}
