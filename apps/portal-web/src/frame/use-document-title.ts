import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useT } from '../lib/i18n.tsx';
import { pageOf } from './page-table.ts';

/** P 2: every screen has a title of its own. It says no plate: titles stay in the history of the browser. */
export function useDocumentTitle(): void {
  const t = useT();
  const { pathname } = useLocation();
  const key = pageOf(pathname)?.title ?? 'pages:title.notFound';
  const text = t(key);
  const product = t('shell:product');
  // Titles of pages behind the sign-in come with their other texts; until then the product is named.
  const title = text === key ? product : `${text} · ${product}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
}
