import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ProcessedInfo, TransitDetail } from '@varco/contract/plant/transit-detail.ts';
import { formatDate } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import { canActOnPlant } from '@varco/domain/policy/permissions.ts';
import { isValidPlate } from '@varco/domain/plates/normalise-plate.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { type KeyValue, KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { usePlant } from '../../../lib/plants/use-plants.ts';
import styles from './detail.module.css';
import { createOwnerQuery } from './owner-look-up.ts';

/** A list item, or no item when the value is empty. */
const optionalTextItem = (key: string, label: string, value: string | null): readonly KeyValue[] =>
  value === null || value === '' ? [] : [{ key, label, value }];

/** DET-05: owner of the vehicle, a person or a company, with the insurance contract. Draws nothing for a redacted record. */
export function OwnerBlock(props: { transit: TransitDetail; peerId: number }): ReactElement | null {
  const t = useT();
  const { transit, peerId } = props;
  const rights = usePlant(peerId)?.login?.user ?? null;
  const requested = useQuery({ ...createOwnerQuery(peerId, transit.targa), enabled: false });
  if (transit.redacted) return null;
  const info = requested.data ?? transit.processed_info;
  const owner =
    info === null
      ? []
      : [...buildPersonItems(t, info.dati_anagrafici ?? null), ...buildCompanyItems(t, info.dati_societa ?? null)];
  const contract = info === null ? [] : buildContractItems(t, info);
  // T 6: an owner look-up is an action on the plant of this transit and needs a completely read plate.
  const mayAsk = owner.length === 0 && rights !== null && canActOnPlant(rights) === null && isValidPlate(transit.targa);
  if (owner.length + contract.length === 0 && !mayAsk) return null;
  return (
    <Panel
      title={t('detail:ownerBlock')}
      icon="user"
      aside={
        info?.dati_anagrafici == null ? undefined : (
          <StatusChip tone="in" icon="lock" variant="tint" word={t('detail:personal')} />
        )
      }
    >
      {owner.length === 0 && !requested.isFetched && !requested.isFetching && (
        <p className={styles.none}>{t('detail:ownerNone')}</p>
      )}
      {mayAsk && (
        <OwnerRequest
          isAsking={requested.isFetching}
          isEmpty={requested.isFetched && !requested.isFetching}
          onAsk={() => void requested.refetch()}
        />
      )}
      {owner.length + contract.length > 0 && <KeyValueList items={[...owner, ...contract]} />}
    </Panel>
  );
}

/** DET-13: the button that starts the owner look-up, its spinner, and the message that nothing was found. */
function OwnerRequest(props: { isAsking: boolean; isEmpty: boolean; onAsk: () => void }): ReactElement {
  const t = useT();
  if (props.isAsking) {
    return (
      <p className={styles.none} role="status">
        <Icon name="arc" isSpinning /> {t('detail:ownerAsking')}
      </p>
    );
  }
  return (
    <>
      {props.isEmpty && (
        <p className={styles.none} role="status">
          {t('detail:ownerNotFound')}
        </p>
      )}
      <Button variant="default" leftSection={<Icon name="search" />} onClick={props.onAsk}>
        {t('detail:ownerAsk')}
      </Button>
    </>
  );
}

type PersonDetails = ProcessedInfo['dati_anagrafici'] | null;
type CompanyDetails = ProcessedInfo['dati_societa'] | null;

function buildPersonItems(t: Translate, person: PersonDetails): readonly KeyValue[] {
  if (person == null) return [];
  return [
    ...optionalTextItem('name', t('detail:ownerName'), person.nominativo),
    ...optionalTextItem('code', t('detail:taxCode'), person.codice_fiscale),
    ...optionalTextItem('born', t('detail:born'), person.data_nascita && formatDate(person.data_nascita)),
    ...buildAddressItems(t, person),
  ];
}

function buildCompanyItems(t: Translate, company: CompanyDetails): readonly KeyValue[] {
  if (company == null) return [];
  return [
    ...optionalTextItem('company', t('detail:ownerCompany'), company.ragione_sociale),
    ...optionalTextItem('vat', t('detail:vatNumber'), company.partita_iva),
    ...buildAddressItems(t, company),
  ];
}

const buildAddressItems = (
  t: Translate,
  { indirizzo, citta, provincia }: { indirizzo: string; citta: string; provincia: string },
): readonly KeyValue[] => [
  ...optionalTextItem('address', t('detail:address'), indirizzo),
  ...optionalTextItem('city', t('detail:city'), citta),
  ...optionalTextItem('province', t('detail:province'), provincia),
];

function buildContractItems(t: Translate, { dati_assicurazione: insurance }: ProcessedInfo): readonly KeyValue[] {
  if (insurance === null) return [];
  const day = (value: string | null): string | null => value && formatDate(value);
  return [
    ...optionalTextItem('from', t('detail:contractFrom'), day(insurance.dal)),
    ...optionalTextItem('to', t('detail:contractTo'), day(insurance.al)),
    ...optionalTextItem('grace', t('detail:grace'), day(insurance.comporto)),
  ];
}
