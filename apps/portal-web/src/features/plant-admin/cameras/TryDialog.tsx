import { Button, FileButton, Select, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  type Camera,
  type CameraBody,
  type CameraFamily,
  MAX_CAMERA_BODY_BYTES,
} from '@varco/contract/plant/camera-intake.ts';
import { cx } from '@varco/ui/cx.ts';
import { Notice } from '@varco/ui/Notice.tsx';
import { type ReactElement, useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { FormDialog } from '../FormDialog.tsx';
import adminStyles from '../PlantAdmin.module.css';
import type { AdminPlant } from '../PlantAdminLayout.tsx';
import { FamilyField, GateField, ROME, UnitField, ZoneField } from './CameraDialog.tsx';
import { tryMessage } from './cameras.api.ts';
import styles from './Cameras.module.css';
import { MappingFields } from './MappingFields.tsx';
import { ReadingView } from './ReadingView.tsx';

const CHUNK = 0x8000;

/** Base64 of bytes, in pieces, because a call takes a limited number of arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += CHUNK)
    text += String.fromCharCode(...bytes.subarray(from, from + CHUNK));
  return btoa(text);
}

type Profile = Pick<CameraBody, 'famiglia' | 'fuso' | 'unita' | 'mappatura'> & { readonly varco_id: number | null };
const NO_CAMERA: Profile = { famiglia: 'auto', fuso: ROME, unita: 'kmh', mappatura: null, varco_id: null };

/** Reads a body that is pasted or dropped, as a camera would have sent it. Nothing is stored. */
export function TryDialog(props: {
  plant: AdminPlant;
  families: readonly CameraFamily[];
  cameras: readonly Camera[];
  onClose: () => void;
}): ReactElement {
  const t = useT();
  const { plant, families } = props;
  const [profile, setProfile] = useState(NO_CAMERA);
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const isTooLarge = (file?.size ?? text.length) > MAX_CAMERA_BODY_BYTES;
  const read = useMutation({
    mutationFn: async () => {
      const bytes = file === null ? new TextEncoder().encode(text) : new Uint8Array(await file.arrayBuffer());
      const type = file?.type ?? '';
      return tryMessage(plant.peerId, {
        ...profile,
        varco_id: profile.varco_id ?? 1,
        tipo: type === '' ? null : type,
        nome_file: file?.name ?? null,
        query: '',
        corpo: toBase64(bytes),
      });
    },
  });
  return (
    <FormDialog
      title={t('cameraIntake:try.title')}
      saveLabel={t('cameraIntake:try.read')}
      canSave={profile.varco_id !== null && (file !== null || text !== '') && !isTooLarge && !read.isPending}
      isSaving={read.isPending}
      error={read.error}
      onSave={() => read.mutate()}
      onClose={props.onClose}
    >
      <p className={adminStyles.quiet}>{t('cameraIntake:try.hint')}</p>
      <ProfileFields {...props} profile={profile} onProfile={setProfile} />
      <BodyBox file={file} text={text} onFile={setFile} onText={setText} />
      {isTooLarge && <Notice tone="al">{t('cameraIntake:reason.body_too_large')}</Notice>}
      {read.data !== undefined && <ReadingView reading={read.data} families={families} />}
    </FormDialog>
  );
}

/** How the body is read: as a camera of the plant is declared, or as chosen here. */
function ProfileFields(props: {
  plant: AdminPlant;
  families: readonly CameraFamily[];
  cameras: readonly Camera[];
  profile: Profile;
  onProfile: (profile: Profile) => void;
}): ReactElement {
  const t = useT();
  const { plant, families, cameras, profile, onProfile } = props;
  const change = (more: Partial<Profile>): void => onProfile({ ...profile, ...more });
  const takeFrom = (id: string | null): void => {
    const camera = cameras.find((one) => String(one.id) === id);
    if (camera === undefined) return;
    const { famiglia, fuso, unita, mappatura, varco_id } = camera;
    onProfile({ famiglia, fuso, unita, mappatura, varco_id });
  };
  return (
    <>
      {cameras.length > 0 && (
        <Select
          label={t('cameraIntake:try.as')}
          description={t('cameraIntake:try.asHint')}
          searchable
          limit={50}
          data={cameras.map(({ id, nome }) => ({ value: String(id), label: nome }))}
          onChange={takeFrom}
        />
      )}
      <FamilyField families={families} family={profile.famiglia} onFamily={(famiglia) => change({ famiglia })} />
      <GateField peerId={plant.peerId} gate={profile.varco_id} onGate={(gate) => change({ varco_id: gate })} />
      <ZoneField zone={profile.fuso} onZone={(fuso) => change({ fuso })} />
      <UnitField unit={profile.unita} onUnit={(unita) => change({ unita })} />
      {profile.famiglia === 'generic' && (
        <MappingFields mapping={profile.mappatura} onMapping={(mappatura) => change({ mappatura })} />
      )}
    </>
  );
}

/** Where a body is pasted, or a file dropped or chosen; a file takes precedence. */
function BodyBox(props: {
  file: File | null;
  text: string;
  onFile: (file: File | null) => void;
  onText: (text: string) => void;
}): ReactElement {
  const t = useT();
  const { file, text, onFile, onText } = props;
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={cx(styles.drop, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFile(event.dataTransfer.files[0] ?? null);
      }}
    >
      <Textarea
        label={t('cameraIntake:try.body')}
        description={file === null ? t('cameraIntake:try.drop') : t('cameraIntake:try.file', { name: file.name })}
        autosize
        minRows={4}
        maxRows={10}
        spellCheck={false}
        disabled={file !== null}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <div className={adminStyles.actions}>
        {file !== null && (
          <Button size="compact-sm" variant="default" onClick={() => onFile(null)}>
            {t('cameraIntake:try.noFile')}
          </Button>
        )}
        <FileButton onChange={onFile}>
          {(button) => (
            <Button size="compact-sm" variant="default" {...button}>
              {t('cameraIntake:try.choose')}
            </Button>
          )}
        </FileButton>
      </div>
    </div>
  );
}
