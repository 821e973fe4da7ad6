import type { LookUpObject } from '@varco/contract/plant/look-ups.ts';
import { Icon } from '@varco/ui/Icon.tsx';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useEffect, useMemo } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { holdObjectUrl, getObjectUrl } from '../../lib/object-urls.ts';
import { toReportFile } from '../../lib/prints/report-file.ts';
import styles from './LookUps.module.css';

/** VIS-09: documents delivered with a licence. Only data that begins like a PDF can be opened. */
export function LicenceDocuments(props: { raw: LookUpObject }): ReactElement | null {
  const t = useT();
  const { pdf_allegato_1: preview, pdf_allegato_2: full } = props.raw;
  if (preview === null && full === null) return null;
  return (
    <div className={styles.documents}>
      {preview !== null && <AttachmentLink data={preview} name={t('lookUps:openPreview')} />}
      {full !== null && <AttachmentLink data={full} name={t('lookUps:openFull')} />}
    </div>
  );
}

function AttachmentLink(props: { data: string; name: string }): ReactElement {
  const t = useT();
  const { data, name } = props;
  const file = useMemo(() => toReportFile({ data, fileName: 'patente.pdf' }), [data]);
  const content = file?.content;
  useEffect(() => (content === undefined ? undefined : holdObjectUrl(content)), [content]);
  if (content === undefined) return <Notice tone="wa">{t('lookUps:badPdf')}</Notice>;
  return (
    <a className={styles.link} href={getObjectUrl(content)} target="_blank" rel="noopener noreferrer">
      <Icon name="document" /> {name}
    </a>
  );
}
