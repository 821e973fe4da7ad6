import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useT } from '../lib/i18n.tsx';
import { findPage } from './page-table.ts';

/** P 2: each screen has its own document title. It contains no plate, because titles stay in the browser history. */
export function useDocumentTitle(): void {
  const t = useT();
  const { pathname } = useLocation();
  const key = findPage(pathname)?.title ?? 'pages:title.notFound';
  const text = t(key);
  const product = t('shell:product');
  // Titles of pages behind the sign-in are loaded with their other texts; until then only the product name is shown.
  const title = text === key ? product : `${text} · ${product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
