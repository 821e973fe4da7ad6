// A page of samples is easier to read in one function than split by length.
/* oxlint-disable max-lines-per-function */
import { IconButton } from '@varco/ui/IconButton.tsx';
import type { RowMenuItem } from '@varco/ui/RowMenu.tsx';
import type { Column } from '@varco/ui/table-model.ts';
import { AlertValue } from '../widgets/alert/AlertValue.tsx';
import { KemlerPanel } from '../widgets/adr/KemlerPanel.tsx';
import { NoGpsBadge } from '../widgets/plate/NoGpsBadge.tsx';
import { PlateBadge } from '../widgets/plate/PlateBadge.tsx';
import { ColourSwatch } from '../widgets/vehicle/ColourSwatch.tsx';
import styles from './Gallery.module.css';
import type { SampleRow } from './sample-data.ts';

/** Columns of the sample table, in the layout of the transit table. */
export function sampleColumns(): readonly Column<SampleRow>[] {
  return [
    {
      id: 'number',
      header: '#',
      name: 'Numero',
      align: 'end',
      isFixed: true,
      cell: (_row, { index }) => <span className={styles.number}>{index + 1}</span>,
    },
    {
      id: 'date',
      header: 'Data e ora',
      name: 'Data e ora',
      sortField: 'data',
      cell: (row) => (
        <>
          20/11 <b className={styles.time}>{row.time}</b>
        </>
      ),
    },
    {
      id: 'plate',
      header: 'Targa',
      name: 'Targa',
      pinned: 'start',
      isFixed: true,
      cell: (row) => (
        <span className={styles.plateCell}>
          <PlateBadge plate={row.plate} nation={row.nation} />
          {row.kemler !== undefined && <KemlerPanel kemler={row.kemler[0]} un={row.kemler[1]} />}
          {!row.hasGps && <NoGpsBadge />}
        </span>
      ),
    },
    {
      id: 'passes',
      header: 'Pass.',
      name: 'Passaggi',
      align: 'end',
      sortField: 'count_transits',
      cell: (row) => row.passes,
    },
    {
      id: 'window',
      header: 'Fin.',
      name: 'Nella finestra',
      align: 'end',
      sortField: 'g_transits',
      cell: (row) => row.inWindow,
    },
    {
      id: 'last',
      header: 'Ultimo',
      name: 'Ultimo',
      align: 'end',
      sortField: 'g_transit_days',
      cell: (row) => row.last,
    },
    {
      id: 'ins',
      header: 'Ass.',
      name: 'Assicurazione',
      cell: (row) => <AlertValue field="assicurata" value={row.insured} />,
    },
    {
      id: 'rev',
      header: 'Rev.',
      name: 'Revisione',
      cell: (row) => <AlertValue field="revisionata" value={row.inspected} />,
    },
    { id: 'stolen', header: 'Rub.', name: 'Rubata', cell: (row) => <AlertValue field="rubata" value={row.stolen} /> },
    { id: 'reg', header: 'Reg.', name: 'Registro', cell: (row) => <AlertValue field="allarme" value={row.registry} /> },
    {
      id: 'vehicle',
      header: 'Veicolo',
      name: 'Veicolo',
      cell: (row) => (
        <span className={styles.plateCell}>
          {row.vehicle !== '' && <ColourSwatch code={row.colour} />}
          {row.vehicle}
        </span>
      ),
    },
    {
      id: 'gate',
      header: 'Impianto e varco',
      name: 'Impianto e varco',
      cell: (row) => (
        <>
          <span className={styles.meaning}>{row.plant}</span> {row.gate}
        </>
      ),
    },
    {
      id: 'actions',
      header: '',
      name: 'Azioni',
      align: 'end',
      pinned: 'end',
      isFixed: true,
      cell: (_row, { tabIndex, openMenu }) => (
        <span data-row-menu>
          <IconButton
            icon="dots"
            size="sm"
            name="Azioni sulla riga"
            keys={['.']}
            tabIndex={tabIndex}
            onClick={(event) => openMenu(event.currentTarget)}
          />
        </span>
      ),
    },
  ];
}

/** Entries of the row menu, without effect. */
export function sampleMenu(onSelect: () => void): readonly RowMenuItem[] {
  return [
    { id: 'detail', label: 'Dettaglio', icon: 'document', keyName: 'Invio', onSelect },
    { id: 'history', label: 'Storico targa', icon: 'clock', keyName: 'S', onSelect },
    { id: 'map', label: 'Tracciato su mappa', icon: 'route', keyName: 'M', onSelect },
    { id: 'pairs', label: 'Veicoli complici', icon: 'pair', keyName: 'C', onSelect },
    { id: 'visure', label: 'Visure ministeriali', icon: 'shield', keyName: 'V', startsGroup: true, onSelect },
    {
      id: 'blacklist',
      label: 'Inserisci in blacklist',
      icon: 'ban',
      keyName: 'B',
      onSelect,
      disabledReason: 'Servono permessi',
    },
    { id: 'multi', label: 'Stampa multipla', icon: 'print', keyName: 'X', startsGroup: true, onSelect },
    { id: 'print', label: 'Stampa', icon: 'print', keyName: 'P', onSelect },
  ];
}
