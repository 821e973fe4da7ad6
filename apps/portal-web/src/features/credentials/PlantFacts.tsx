import { acceptsBlacklistEntries } from '@varco/domain/policy/plant-rights.ts';
import { getLicenceDay } from '@varco/domain/plants/licence.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { toPlantCredential } from '../../lib/plants/plant-credential.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';
import styles from './CredentialsScreen.module.css';
import { MinistryAccess } from './MinistryAccess.tsx';

const formatOptionalDate = (day: string | null, t: Translate): string =>
  day === null ? t('plants:form.noDate') : formatDate(day);
const formatYesNo = (value: boolean, t: Translate): string => t(value ? 'common:yes' : 'common:no');

/** P 3, readings B-32: read-only facts of a plant, reported at the last successful sign-in. */
export function PlantFacts(props: { plant: PlantSession | null }): ReactElement {
  const t = useT();
  const credential = props.plant === null ? null : toPlantCredential(props.plant);
  const isKnown = credential !== null && credential.group !== null;
  const sent = (text: string): string => (isKnown ? text : t('plants:form.unknown'));
  const gates = credential?.varchi_abilitati_eff ?? null;
  const licence = credential?.license_info ?? null;
  const licenceEnd = licence === null ? null : getLicenceDay(licence);
  const rows = [
    ['group', credential?.group ?? ''],
    ['userExpiry', formatOptionalDate(credential?.data_scadenza ?? null, t)],
    ['passwordExpiry', formatOptionalDate(credential?.scadenza_password ?? null, t)],
    ['gates', gates === null ? t('plants:form.allGates') : gates.join(', ')],
    ['interforce', formatYesNo(credential?.responsabile_interforze === true, t)],
    ['blacklist', formatYesNo(acceptsBlacklistEntries(credential?.insert_bl), t)],
    [
      'licence',
      licenceEnd === null ? t('plants:form.noDate') : t('plants:form.until', { date: formatDate(licenceEnd) }),
    ],
  ] as const;
  return (
    <div className={styles.column}>
      <h3 className={styles.facts}>{t('plants:form.fromPlant')}</h3>
      <KeyValueList
        labelWidth={160}
        items={rows.map(([key, value]) => ({ key, label: t(`plants:form.${key}`), value: sent(value) }))}
      />
      {props.plant !== null && <MinistryAccess plant={props.plant} />}
    </div>
  );
}
