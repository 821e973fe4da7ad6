import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirmMinistryAccess } from '@varco/contract/plant/ministry-access.ts';
import { currentStatus } from '@varco/contract/plant/status.ts';
import { PLANT_ADMIN_LEVEL } from '@varco/domain/policy/permissions.ts';
import { hasServiceCredentialError } from '@varco/domain/plants/system-status.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import type { ReactElement } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { callPlant } from '../../lib/plants/plant-sessions.ts';
import type { PlantSession } from '../../lib/plants/plant-store.ts';

/**
 * T 8.4: where the ministry or its VPN rejected a plant, its administrator confirms the current credentials here. Other
 * users get no button, because failed attempts count towards a lock. Renders nothing for other plants.
 */
export function MinistryAccess(props: { plant: PlantSession }): ReactElement | null {
  const t = useT();
  const client = useQueryClient();
  const { credentialId, state, login } = props.plant;
  const queryKey = ['ministry-access', credentialId];
  const status = useQuery({
    queryKey,
    queryFn: ({ signal }) => callPlant(credentialId, currentStatus, {}, { signal }),
    enabled: state === 'ok',
    staleTime: 0,
    retry: false,
  });
  const confirm = useMutation({
    mutationFn: () => callPlant(credentialId, confirmMinistryAccess, {}),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  if (confirm.isSuccess) return <Notice tone="ok">{t('plants:ministryAccess.confirmed')}</Notice>;
  if (status.data === undefined || !hasServiceCredentialError(status.data.external_services)) return null;
  const mayConfirm = (login?.user.level ?? 0) >= PLANT_ADMIN_LEVEL;
  return (
    <Notice
      tone="al"
      {...(mayConfirm && {
        actions: (
          <Button size="compact-sm" variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('plants:ministryAccess.confirm')}
          </Button>
        ),
      })}
    >
      {t(
        confirm.isError
          ? 'plants:ministryAccess.failed'
          : mayConfirm
            ? 'plants:ministryAccess.refused'
            : 'plants:ministryAccess.askAdmin',
      )}
    </Notice>
  );
}
