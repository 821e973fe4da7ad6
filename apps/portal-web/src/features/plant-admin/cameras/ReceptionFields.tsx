import { NumberInput, PasswordInput, Select, TextInput } from '@mantine/core';
import type { CameraFamily } from '@varco/contract/plant/camera-intake.ts';
import type { ReceptionBody, ReceptionView } from '@varco/contract/plant/camera-reception.ts';
import type { ReactElement } from 'react';
import { useT } from '../../../lib/i18n.tsx';

type Kind = ReceptionBody['tipo'];
type Remote = Extract<ReceptionBody, { readonly tipo: 'mqtt' | 'flusso' | 'onvif' }>;

/** In the order of how often cameras use them. */
const KINDS = ['http', 'tcp', 'cartella', 'mqtt', 'flusso', 'onvif'] as const satisfies readonly Kind[];
/** The ways of sending of a family, as receptions of the plant. */
const KIND_OF_DELIVERY = { http: 'http', tcp: 'tcp', mqtt: 'mqtt', ftp: 'cartella', pull: 'flusso' } as const;
/** The family whose events are asked for call by call. */
const ONVIF = 'onvif';
const FIRST_PORT = 10_001;
const EXAMPLES = {
  mqtt: 'mqtts://broker.comune.example',
  flusso: 'http://192.168.10.20/ISAPI/Event/notification/alertStream',
  onvif: 'http://192.168.10.20/onvif/device_service',
} as const;

const EMPTY: { readonly [K in Kind]: Extract<ReceptionBody, { readonly tipo: K }> } = {
  http: { tipo: 'http' },
  tcp: { tipo: 'tcp', porta: FIRST_PORT },
  cartella: { tipo: 'cartella' },
  mqtt: { tipo: 'mqtt', indirizzo: '', argomento: '', utente: '' },
  flusso: { tipo: 'flusso', indirizzo: '', utente: '' },
  onvif: { tipo: 'onvif', indirizzo: '', utente: '' },
};

/** What is set, as it is sent back: without the password, which then stays. */
export function toReceptionBody(shown: ReceptionView): ReceptionBody {
  switch (shown.tipo) {
    case 'http':
    case 'tcp':
      return shown;
    case 'cartella':
      return EMPTY.cartella;
    case 'mqtt':
    case 'flusso':
    case 'onvif': {
      const { ha_password: _hasPassword, ...rest } = shown;
      return rest;
    }
  }
}

const isRemote = (reception: ReceptionBody): reception is Remote =>
  reception.tipo === 'mqtt' || reception.tipo === 'flusso' || reception.tipo === 'onvif';

/** True when nothing that the reception needs is missing. */
export function isReceptionComplete(reception: ReceptionBody, networks: readonly string[]): boolean {
  if (reception.tipo === 'tcp') return networks.length > 0;
  if (!isRemote(reception)) return true;
  return URL.canParse(reception.indirizzo) && (reception.tipo !== 'mqtt' || reception.argomento !== '');
}

/** How the messages of a camera reach the plant, and what the plant needs for it. */
export function ReceptionFields(props: {
  reception: ReceptionBody;
  /** As set before; null: a new camera. */
  shown: ReceptionView | null;
  family: CameraFamily | undefined;
  onReception: (reception: ReceptionBody) => void;
}): ReactElement {
  const t = useT();
  const { reception, shown, family, onReception } = props;
  const usual = new Set<Kind>(
    family?.invio.map((way) => (way === 'pull' && family.id === ONVIF ? 'onvif' : KIND_OF_DELIVERY[way])) ?? [],
  );
  const name = (kind: Kind): string => {
    const text = t(`cameraIntake:reception.${kind}`);
    return usual.has(kind) ? t('cameraIntake:reception.usual', { kind: text }) : text;
  };
  return (
    <>
      <Select
        label={t('cameraIntake:reception.label')}
        description={t(`cameraIntake:reception.${reception.tipo}Hint`)}
        allowDeselect={false}
        data={KINDS.map((kind) => ({ value: kind, label: name(kind) }))}
        value={reception.tipo}
        onChange={(value) => onReception(EMPTY[KINDS.find((kind) => kind === value) ?? 'http'])}
      />
      {reception.tipo === 'tcp' && (
        <NumberInput
          label={t('cameraIntake:reception.port')}
          description={t('cameraIntake:reception.portHint')}
          required
          min={1_024}
          max={65_535}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=""
          value={reception.porta}
          onChange={(value) => typeof value === 'number' && onReception({ ...reception, porta: value })}
        />
      )}
      {isRemote(reception) && <RemoteFields reception={reception} shown={shown} onReception={onReception} />}
    </>
  );
}

/** Address, user and password of a broker or of the camera's own page. */
function RemoteFields(props: {
  reception: Remote;
  shown: ReceptionView | null;
  onReception: (reception: ReceptionBody) => void;
}): ReactElement {
  const t = useT();
  const { reception, shown, onReception } = props;
  const isSame =
    shown?.tipo === reception.tipo && shown.indirizzo === reception.indirizzo && shown.utente === reception.utente;
  const hasStoredPassword = isSame && shown.ha_password;
  return (
    <>
      <TextInput
        label={t('cameraIntake:reception.address')}
        required
        maxLength={300}
        placeholder={EXAMPLES[reception.tipo]}
        value={reception.indirizzo}
        onChange={(event) => onReception({ ...reception, indirizzo: event.currentTarget.value.trim() })}
      />
      {reception.tipo === 'mqtt' && (
        <TextInput
          label={t('cameraIntake:reception.topic')}
          description={t('cameraIntake:reception.topicHint')}
          required
          maxLength={200}
          placeholder="frigate/events"
          value={reception.argomento}
          onChange={(event) => onReception({ ...reception, argomento: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t('cameraIntake:reception.user')}
        maxLength={120}
        autoComplete="off"
        value={reception.utente}
        onChange={(event) => onReception({ ...reception, utente: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('cameraIntake:reception.password')}
        visibilityToggleButtonProps={{ 'aria-label': t('account:login.showPassword') }}
        description={t(
          hasStoredPassword ? 'cameraIntake:reception.passwordStored' : 'cameraIntake:reception.passwordHint',
        )}
        maxLength={200}
        autoComplete="new-password"
        value={reception.password ?? ''}
        onChange={(event) => onReception({ ...reception, password: event.currentTarget.value })}
      />
    </>
  );
}
