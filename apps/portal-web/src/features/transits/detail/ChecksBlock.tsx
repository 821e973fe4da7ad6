import type { ProcessedInfo, TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { toMinistryCheck } from '@varco/domain/transits/transit-values.ts';
import { type KeyValue, KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { toRomeDay } from '../../../lib/rome-days.ts';
import { AlertValue } from '../../../widgets/alert/AlertValue.tsx';
import { LookUpCheck } from '../../../widgets/alert/LookUpCheck.tsx';
import { ExpiryLine } from '../../../widgets/moment/ExpiryLine.tsx';
import { Moment } from '../../../widgets/moment/Moment.tsx';
import styles from './detail.module.css';

function Check(props: { transit: TransitDetail; field: 'assicurata' | 'revisionata'; now: string }): ReactElement {
  const { transit, field, now } = props;
  const day = field === 'assicurata' ? transit.scadass : transit.scadrev;
  return (
    <>
      <span className={styles.check}>
        <AlertValue field={field} value={transit[field]} form="full" />
        <ExpiryLine day={transit.redacted ? null : day} now={now} />
      </span>
      <CheckSourceLine value={transit[field]} isRecent={wasCheckedBefore(transit)} />
    </>
  );
}

/**
 * True when the check is older than the passage: it was not made for this passage, but reused from the last 24 hours
 * (decisions).
 */
function wasCheckedBefore({ processed_info: info, data }: TransitDetail): boolean {
  return info?.visura_effettuata_il != null && info.visura_effettuata_il < data;
}

/** ALR-06: where the value of a check comes from, or why there is none. */
function CheckSourceLine(props: { value: string; isRecent: boolean }): ReactElement | null {
  const t = useT();
  const message = toMinistryCheck(props.value, props.isRecent);
  return message === null ? null : <div className={styles.faint}>{t(`widgets:ministry.${message}`)}</div>;
}

/** Insurance as found by a look-up (T 4.2): valid until the end of the grace period. */
function InsuranceFromLookUp(props: {
  insurance: NonNullable<ProcessedInfo['dati_assicurazione']>;
  now: string;
}): ReactElement {
  const { compagnia, polizza, al, comporto } = props.insurance;
  return (
    <>
      {compagnia}, {polizza} <LookUpCheck field="assicurata" ends={comporto ?? al} today={toRomeDay(props.now)} />
    </>
  );
}

/** A list item, or no item when the value is empty. */
const optionalItem = (key: string, label: string, value: ReactNode): readonly KeyValue[] =>
  value === null || value === '' ? [] : [{ key, label, value }];

/**
 * DET-03, DET-10: insurance, inspection, stolen, lists, and who checked them when. A redacted record shows no insurance
 * detail.
 */
export function ChecksBlock(props: { transit: TransitDetail; now: string }): ReactElement {
  const t = useT();
  const { transit, now } = props;
  const info = transit.processed_info;
  const checkedAt = info?.visura_effettuata_il ?? null;
  const isOpen = !transit.redacted;
  const insurance = isOpen ? (info?.dati_assicurazione ?? null) : null;
  return (
    <Panel title={t('detail:checksBlock')} icon="shieldCheck">
      <KeyValueList
        items={[
          {
            key: 'insured',
            label: t('detail:insurance'),
            value: <Check transit={transit} field="assicurata" now={now} />,
          },
          ...optionalItem(
            'company',
            t('detail:company'),
            insurance && <InsuranceFromLookUp insurance={insurance} now={now} />,
          ),
          {
            key: 'inspected',
            label: t('detail:inspection'),
            value: <Check transit={transit} field="revisionata" now={now} />,
          },
          {
            key: 'stolen',
            label: t('detail:stolen'),
            value: <AlertValue field="rubata" value={transit.rubata} form="full" />,
          },
          {
            key: 'sives',
            label: t('detail:registry'),
            value: <AlertValue field="sives" value={transit.sives} form="full" />,
          },
          {
            key: 'alarm',
            label: t('detail:blacklist'),
            value: <AlertValue field="allarme" value={transit.allarme} form="full" />,
          },
          ...optionalItem('agents', t('detail:agents'), transit.agenti),
          ...optionalItem('checked', t('detail:checkedAt'), checkedAt && <Moment at={checkedAt} form="minute" />),
        ]}
      />
    </Panel>
  );
}

/** DET-06: national transport lists, A1 and C. Absent when the plant has no look-up of the plate. */
export function TransportListsBlock(props: { transit: TransitDetail }): ReactElement | null {
  const t = useT();
  const info = props.transit.processed_info;
  if (info === null) return null;
  const line = (list: 'A1' | 'C', isAlarm: boolean) =>
    isAlarm ? <b className={styles.alarm}>{t('detail:listAlarm', { list })}</b> : t('detail:listNone');
  return (
    <Panel title={t('detail:transportBlock')} icon="truck">
      <KeyValueList
        items={[
          { key: 'a1', label: t('detail:listA1'), value: line('A1', info.allarme_lista_a1_scntt) },
          { key: 'c', label: t('detail:listC'), value: line('C', info.allarme_lista_c_scntt) },
        ]}
      />
    </Panel>
  );
}
