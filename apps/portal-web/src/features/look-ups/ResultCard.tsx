import { formatDateMinute } from '@varco/i18n/format.ts';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { IconButton } from '@varco/ui/IconButton.tsx';
import { KeyValueList } from '@varco/ui/KeyValueList.tsx';
import { Panel } from '@varco/ui/Panel.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import type { LookUpEntry } from './look-up-entry.ts';
import { formatEuros, requestKey } from './look-up-keys.ts';
import { LicenceDocuments } from './LicenceDocuments.tsx';
import styles from './LookUps.module.css';
import type { ResultGroup, ResultItem } from './result-groups.ts';
import { usePlantName } from './use-plant-name.ts';

/** VIS-04, VIS-17 to 21: result of one look-up, by group. */
export function ResultCard(props: { entry: LookUpEntry; onRemove?: () => void }): ReactElement {
  const t = useT();
  const { entry, onRemove } = props;
  const { dataRaw: raw } = entry;
  const plant = usePlantName(entry.peerId);
  const title = `${t(requestKey(entry.type))} ${raw.campo_ricerca}`;
  const groups = entry.data.filter(({ visible }) => visible);
  return (
    <Panel
      title={title}
      icon="document"
      padding="text"
      className={styles.card ?? ''}
      aside={
        <>
          <span className={styles.meta}>
            {plant} · {formatDateMinute(entry.doneAt)}
          </span>
          <PaymentInfo entry={entry} />
          {onRemove !== undefined && (
            <IconButton icon="close" name={t('lookUps:remove', { what: title })} onClick={onRemove} />
          )}
        </>
      }
    >
      {groups.length === 0 ? (
        <EmptyState icon="document" title={t('lookUps:invalid')}>
          {t('lookUps:invalidText')}
        </EmptyState>
      ) : (
        <div className={styles.groups}>
          {groups.map((group) => (
            <ResultGroupView key={group.key} group={group} />
          ))}
        </div>
      )}
      <LicenceDocuments raw={raw} />
    </Panel>
  );
}

function PaymentInfo(props: { entry: LookUpEntry }): ReactElement {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  const { isCache, dataRaw } = props.entry;
  if (isCache) return <StatusChip tone="in" icon="clock" variant="tint" word={t('lookUps:fromCache')} />;
  if (dataRaw.costo_centesimi === 0) return <StatusChip tone="ok" icon="check" word={t('lookUps:free')} />;
  const cost = formatEuros(dataRaw.costo_centesimi, language);
  return <StatusChip tone="wa" icon="download" variant="tint" word={t('lookUps:paid', { cost })} />;
}

function ResultGroupView(props: { group: ResultGroup }): ReactElement {
  const { group } = props;
  return (
    <section className={styles.group} aria-label={group.label}>
      <h3 className={styles.groupTitle}>{group.label}</h3>
      <KeyValueList
        items={group.items.map((item) => ({ key: item.key, label: item.label, value: <ResultValue item={item} /> }))}
      />
    </section>
  );
}

function ResultValue(props: { item: ResultItem }): ReactElement {
  const { value, color } = props.item;
  if (typeof value !== 'string') {
    return (
      <ul className={styles.values}>
        {value.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    );
  }
  if (color === null) return <>{value}</>;
  return (
    <StatusChip
      tone={color}
      icon={color === 'ok' ? 'check' : 'cross'}
      word={value}
      variant={color === 'al' ? 'tint' : 'plain'}
    />
  );
}
