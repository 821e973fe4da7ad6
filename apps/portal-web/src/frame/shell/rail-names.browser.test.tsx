import { createI18n } from '@varco/i18n/create-i18n.ts';
import type { ReactElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { buildPlantLoginResponse } from '../../../test/plant-responses.ts';
import { createPortalUser } from '../../../test/portal-user.ts';
import { createCredential, createPlant } from '../../../test/plant-sessions.ts';
import { I18nProvider } from '../../lib/i18n.tsx';
import { usePlants } from '../../lib/plants/plant-store.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { findPage } from '../page-table.ts';
import { useRailSections } from './use-rail-sections.ts';

afterEach(() => {
  useSession.setState(useSession.getInitialState());
  usePlants.setState({ plants: new Map(), hasRun: false });
});

/** The words of a name, in any order and number: "Impianti: stato" and "Stato impianti" are the same name. */
const toWords = (text: string): string =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? [])
    .map((part) => part.replace(/s$/, ''))
    .toSorted()
    .join(' ');

test.each(['it', 'en'] as const)('in %s every entry of the menu is called as the page it opens', async (language) => {
  const login = buildPlantLoginResponse('names', 'plant');
  usePlants.setState({
    plants: new Map([['c1', createPlant(createCredential({ url: location.origin }), { login })]]),
    hasRun: true,
  });
  useSession.setState({ user: createPortalUser({ admin: true }) });
  const { t } = createI18n(language);
  const names: { readonly entry: string; readonly title: string }[] = [];
  const Names = (): ReactElement => {
    for (const { href, label } of useRailSections().flatMap(({ items }) => items))
      names.push({ entry: label, title: t(findPage(href)?.title ?? 'pages:title.notFound') });
    return <p>names</p>;
  };
  await render(
    <I18nProvider translator={createI18n(language)}>
      <Names />
    </I18nProvider>,
  );
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter(({ entry, title }) => toWords(entry) !== toWords(title))).toEqual([]);
});
