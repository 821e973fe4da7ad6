import { Button } from '@mantine/core';
import type { LookUpObject } from '@varco/contract/plant/look-ups.ts';
import { formatDateMinute } from '@varco/i18n/format.ts';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { StatusChip } from '@varco/ui/StatusChip.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { usePreferences } from '../../lib/preferences/preferences.store.ts';
import { formatEuros, searchKeyKey, requestKey } from './look-up-keys.ts';
import styles from './LookUps.module.css';

const STATE_TONES = {
  in_attesa: 'in',
  in_corso: 'wa',
  riuscita: 'ok',
  non_trovata: 'nt',
  fallita: 'al',
  annullata: 'nt',
} as const;
const COLUMNS = ['when', 'who', 'what', 'about', 'why', 'state', 'cost', 'open'] as const;

/** Look-ups as a table; a click opens the stored response. */
export function HistoryTable(props: { objects: readonly LookUpObject[]; onOpen: (id: string) => void }): ReactElement {
  const t = useT();
  return (
    <SimpleTable
      label={t('lookUps:past.list')}
      columns={COLUMNS.map((key) => ({ key, title: t(`lookUps:past.${key}`), isNumeric: key === 'cost' }))}
      isFramed
      onNarrow="stack"
    >
      {props.objects.map((one) => (
        <HistoryRow key={one.id} one={one} onOpen={() => props.onOpen(one.id)} />
      ))}
    </SimpleTable>
  );
}

function HistoryRow(props: { one: LookUpObject; onOpen: () => void }): ReactElement {
  const t = useT();
  const language = usePreferences((preferences) => preferences.language);
  const { one } = props;
  const isDone = one.stato === 'riuscita' || one.stato === 'non_trovata';
  return (
    <TableRow>
      <td>{formatDateMinute(one.data)}</td>
      <td>{one.utente}</td>
      <td>{t(requestKey(one.tipo_richiesta))}</td>
      <td>
        <span className={styles.mono}>{one.campo_ricerca}</span>
        <br />
        <small>{t(searchKeyKey(one.tipo_ricerca))}</small>
      </td>
      <td>{formatReason(one, t)}</td>
      <td>
        <StatusChip tone={STATE_TONES[one.stato]} word={t(`lookUps:past.states.${one.stato}`)} />
      </td>
      <NumberCell>
        {one.da_cache
          ? t('lookUps:fromCache')
          : one.costo_centesimi === 0
            ? t('lookUps:free')
            : formatEuros(one.costo_centesimi, language)}
      </NumberCell>
      <td>
        {one.has_info || one.stato === 'in_corso' ? (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('lookUps:past.openName', { key: one.campo_ricerca })}
            onClick={props.onOpen}
          >
            {t('lookUps:past.open')}
          </Button>
        ) : (
          isDone && <small>{t('lookUps:past.expired')}</small>
        )}
      </td>
    </TableRow>
  );
}

function formatReason({ motivo }: LookUpObject, t: ReturnType<typeof useT>): string {
  if (motivo === null) return t('lookUps:past.noReason');
  const parts = [motivo.testo, motivo.fascicolo === null ? '' : t('lookUps:past.case', { case: motivo.fascicolo })];
  return parts.filter((part) => part !== '').join(', ');
}
