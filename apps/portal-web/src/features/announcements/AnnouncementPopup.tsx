import { Button, Group, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { readHiddenAnnouncements, hideAnnouncements } from '../../lib/preferences/hidden-announcements.ts';
import { announcementsQuery } from './announcements.api.ts';
import { AnnouncementList } from './AnnouncementList.tsx';

/**
 * P 6: published announcements that the user has not hidden, shown once after sign-in. Later ones wait for the next
 * sign-in.
 */
export function AnnouncementPopup(props: { userUuid: string }): ReactElement | null {
  const t = useT();
  const { userUuid } = props;
  const [isClosed, setClosed] = useState(false);
  const [hidden, setHidden] = useState(() => readHiddenAnnouncements(userUuid));
  const found = useQuery({ ...announcementsQuery, staleTime: Infinity });
  const shown = (found.data ?? []).filter((item) => item.publish && !hidden.has(item.id));
  if (isClosed || shown.length === 0) return null;
  const hide = (ids: readonly number[]): void => {
    hideAnnouncements(userUuid, ids);
    setHidden(readHiddenAnnouncements(userUuid));
  };
  return (
    <Modal
      opened
      size="lg"
      onClose={() => setClosed(true)}
      title={t('news:title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <AnnouncementList items={shown} onHide={shown.length > 1 ? (id) => hide([id]) : undefined} />
      <p>{t('news:popupHint')}</p>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={() => hide(shown.map(({ id }) => id))}>
          {t('news:popupHide')}
        </Button>
        <Button onClick={() => setClosed(true)}>{t('common:close')}</Button>
      </Group>
    </Modal>
  );
}
