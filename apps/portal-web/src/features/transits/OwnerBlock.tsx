import type { ProcessedInfo, TransitDetail } from '@varco/contract/plant/transit.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { type KeyValue, KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import styles from './detail.module.css';

/** A line of the list, only where there is something to say. */
const line = (key: string, label: string, value: string | null): readonly KeyValue[] =>
  value === null || value === '' ? [] : [{ key, label, value }];

/** DET-05: who the vehicle belongs to, a person or a company, with its insurance contract. Nothing of it for a redacted record. */
export function OwnerBlock(props: { transit: TransitDetail }): ReactElement | null {
  const t = useT();
  const { transit } = props;
  const info = transit.processed_info;
  if (transit.redacted || info === null) return null;
  const owner = [...personLines(t, info.dati_anagrafici ?? null), ...companyLines(t, info.dati_societa ?? null)];
  const contract = contractLines(t, info);
  if (owner.length + contract.length === 0) return null;
  return (
    <Panel
      title={t('transits:detail.ownerBlock')}
      icon="user"
      aside={
        info.dati_anagrafici == null ? undefined : (
          <StatusChip tone="in" icon="lock" variant="tint" word={t('transits:detail.personal')} />
        )
      }
    >
      {owner.length === 0 && <p className={styles.none}>{t('transits:detail.ownerNone')}</p>}
      <KeyValueList items={[...owner, ...contract]} />
    </Panel>
  );
}

type Person = ProcessedInfo['dati_anagrafici'] | null;
type Company = ProcessedInfo['dati_societa'] | null;

function personLines(t: Translate, person: Person): readonly KeyValue[] {
  if (person == null) return [];
  return [
    ...line('name', t('transits:detail.ownerName'), person.nominativo),
    ...line('code', t('transits:detail.taxCode'), person.codice_fiscale),
    ...line('born', t('transits:detail.born'), person.data_nascita && formatDate(person.data_nascita)),
    ...addressLines(t, person),
  ];
}

function companyLines(t: Translate, company: Company): readonly KeyValue[] {
  if (company == null) return [];
  return [
    ...line('company', t('transits:detail.ownerCompany'), company.ragione_sociale),
    ...line('vat', t('transits:detail.vatNumber'), company.partita_iva),
    ...addressLines(t, company),
  ];
}

const addressLines = (
  t: Translate,
  { indirizzo, citta, provincia }: { indirizzo: string; citta: string; provincia: string },
): readonly KeyValue[] => [
  ...line('address', t('transits:detail.address'), indirizzo),
  ...line('city', t('transits:detail.city'), citta),
  ...line('province', t('transits:detail.province'), provincia),
];

function contractLines(t: Translate, { dati_assicurazione: insurance }: ProcessedInfo): readonly KeyValue[] {
  if (insurance === null) return [];
  const day = (value: string | null): string | null => value && formatDate(value);
  return [
    ...line('from', t('transits:detail.contractFrom'), day(insurance.dal)),
    ...line('to', t('transits:detail.contractTo'), day(insurance.al)),
    ...line('grace', t('transits:detail.grace'), day(insurance.comporto)),
  ];
}
