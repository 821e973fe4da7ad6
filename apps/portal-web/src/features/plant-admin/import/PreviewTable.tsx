import type { ImportRead } from '@varco/contract/plant/file-imports.ts';
import { formatDateTime, formatInteger } from '@varco/i18n/format.ts';
import type { Translate } from '@varco/i18n/message-types.ts';
import type { PreviewLine } from '@varco/imports/describe-file.ts';
import { Panel } from '@varco/ui/Panel.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../../../lib/i18n.tsx';
import { formatColour } from '../../../widgets/vehicle/format-colour.ts';
import styles from './Import.module.css';
import { describeRefusal } from './refused-list.ts';

/** Fields of a read beside plate, time and gate, in words. */
function listOtherFields(
  { nazione, marca, modello, colore, speed, lane, confidence, ...read }: ImportRead,
  t: Translate,
): readonly string[] {
  const label = (meaning: 'class' | 'lane' | 'direction' | 'confidence', value: string | number | undefined): string =>
    value === undefined ? '' : `${t(`fileImport:meaning.${meaning}`)} ${value}`;
  return [
    nazione ?? '',
    marca ?? '',
    modello ?? '',
    colore === undefined ? '' : formatColour(t, colore),
    label('class', read.class),
    speed === undefined ? '' : `${speed} km/h`,
    label('lane', lane),
    label('direction', read.direction),
    label('confidence', confidence),
  ].filter((text) => text !== '');
}

/** The first lines as the transits they would become, or why they are refused. */
export function PreviewTable({ lines }: { lines: readonly PreviewLine[] }): ReactElement | null {
  const t = useT();
  const language = useLanguage();
  if (lines.length === 0) return null;
  return (
    <Panel title={t('fileImport:preview.title')} padding="none">
      <SimpleTable
        label={t('fileImport:preview.title')}
        density="dense"
        columns={[
          { key: 'line', title: t('fileImport:meaning.line'), isNumeric: true },
          { key: 'plate', title: t('fileImport:meaning.plate') },
          { key: 'time', title: t('fileImport:meaning.time') },
          { key: 'gate', title: t('fileImport:meaning.gate') },
          { key: 'more', title: t('fileImport:preview.more') },
        ]}
      >
        {lines.map(({ line, outcome }) => (
          <TableRow key={line} tone={typeof outcome === 'string' ? 'al' : undefined}>
            <NumberCell>{formatInteger(line, language)}</NumberCell>
            {typeof outcome === 'string' ? (
              <td colSpan={4}>{t('fileImport:preview.refused', { reason: describeRefusal(outcome, t) })}</td>
            ) : (
              <ReadCells read={outcome} />
            )}
          </TableRow>
        ))}
      </SimpleTable>
    </Panel>
  );
}

function ReadCells({ read }: { read: ImportRead }): ReactElement {
  const t = useT();
  return (
    <>
      <td className={styles.mono}>{read.targa === '' ? t('fileImport:preview.noPlate') : read.targa}</td>
      <td>{formatDateTime(read.data)}</td>
      <td>{read.varco}</td>
      <td>{listOtherFields(read, t).join(' · ')}</td>
    </>
  );
}
