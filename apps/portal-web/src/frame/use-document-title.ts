import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useT } from '../lib/i18n.tsx';
import { pageOf } from './page-table.ts';

/** P 2: every screen has a title of its own. It says no plate: titles stay in the history of the browser. */
export function useDocumentTitle(): void {
  const t = useT();
  const { pathname } = useLocation();
  const title = `${t(pageOf(pathname)?.title ?? 'pages:title.notFound')} · ${t('shell:product')}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
