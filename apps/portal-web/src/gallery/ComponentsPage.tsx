import { Button, Checkbox, Switch, TextInput } from '@mantine/core';
import { Icon } from '@varco/ui/Icon.tsx';
import type { IconName } from '@varco/ui/icon-paths.ts';
import { iconPaths } from '@varco/ui/icon-paths.ts';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import type { ReactElement, ReactNode } from 'react';
import { useState } from 'react';
import { ADR_CLASSES, COLOURS, VEHICLE_CLASSES } from '@varco/domain/code-lists.ts';
import { HazardLabel } from '../widgets/adr/HazardLabel.tsx';
import { KemlerPanel } from '../widgets/adr/KemlerPanel.tsx';
import { CompletenessMeter } from '../widgets/completeness/CompletenessMeter.tsx';
import { PlateBadge } from '../widgets/plate/PlateBadge.tsx';
import { PlateInput } from '../widgets/plate/PlateInput.tsx';
import { ColourSwatch } from '../widgets/vehicle/ColourSwatch.tsx';
import { NationFlag } from '../widgets/vehicle/NationFlag.tsx';
import { VehicleClassIcon } from '../widgets/vehicle/VehicleClassIcon.tsx';
import styles from './Gallery.module.css';
import { SAMPLE_SEGMENTS } from './sample-data.ts';
import { Vocabulary } from './Vocabulary.tsx';

const PLATES: readonly (readonly [string, string | null, string])[] = [
  ['GK508RB', 'I', 'Italia'],
  ['XA482KP', 'I', 'rimorchio'],
  ['X84K2P', 'I', 'ciclomotore'],
  ['CD1482', 'I', 'diplomatica'],
  ['EE482AK', 'I', 'escursionisti esteri'],
  ['M KR 4821', 'D', 'Germania'],
  ['GR482VL', 'F', 'Francia'],
  ['TI 248913', 'CH', 'Svizzera'],
  ['48 KTB 2', 'NL', 'Paesi Bassi'],
  ['B 348 KVT', 'RO', 'Romania'],
  ['AB 482 KC', 'AL', 'Albania'],
  ['A 4821', 'RSM', 'San Marino'],
  ['482 KPT', null, 'nazione ignota'],
  ['GK5?1TN', 'I', 'lettura incerta'],
  ['**', null, 'oscurata'],
];

function isIconName(name: string): name is IconName {
  return Object.hasOwn(iconPaths, name);
}

const ICON_NAMES = Object.keys(iconPaths).filter(isIconName);

function SampleCard(props: { title: string; children: ReactNode }): ReactElement {
  return (
    <section className={styles.card}>
      <h2 className={styles.cardTitle}>{props.title}</h2>
      {props.children}
    </section>
  );
}

function Plates(): ReactElement {
  return (
    <SampleCard title="Targhe">
      <div className={styles.line}>
        <PlateBadge plate="GK508RB" nation="I" size="sheet" province="FC" />
        <PlateBadge plate="GK508RB" nation="I" size="detail" province="FC" />
        <PlateBadge plate="GK508RB" nation="I" size="card" />
        <PlateBadge plate="GK508RB" nation="I" />
      </div>
      <div className={styles.plates}>
        {PLATES.map(([plate, nation, name]) => (
          <div key={name} className={styles.captioned}>
            <PlateBadge plate={plate} nation={nation} size="card" />
            <span>{name}</span>
          </div>
        ))}
        <div className={styles.captioned}>
          <PlateBadge plate="LK53 ABC" nation="GB" size="card" isRear />
          <span>Regno Unito, dietro</span>
        </div>
      </div>
    </SampleCard>
  );
}

function Adr(): ReactElement {
  return (
    <SampleCard title="ADR">
      <div className={styles.line}>
        <KemlerPanel kemler="33" un="1203" size="lg" />
        <KemlerPanel kemler="X423" un="1428" size="lg" />
        <KemlerPanel kemler="33" un="1203" size="md" />
        <KemlerPanel kemler="33" un="1203" />
        <KemlerPanel kemler="" un="" size="md" />
      </div>
      <div className={styles.diamonds}>
        {ADR_CLASSES.map((code) => (
          <HazardLabel key={code} code={code} size={58} />
        ))}
        <HazardLabel code="2" division="2.1" size={58} />
        <HazardLabel code="2" division="2.3" size={58} />
        <HazardLabel code="77" size={58} />
        <HazardLabel code="3" size={30} />
        <HazardLabel code="3" size={15} />
      </div>
    </SampleCard>
  );
}

function Controls(): ReactElement {
  const [plate, setPlate] = useState('GK5*,*48*');
  const [period, setPeriod] = useState<string>('week');
  return (
    <SampleCard title="Controlli">
      <div className={styles.line}>
        <Button variant="filled" leftSection={<Icon name="search" />}>
          Cerca
        </Button>
        <Button variant="default">Esporta</Button>
        <Button variant="subtle">Azzera</Button>
        <Button variant="filled" color="allarme">
          Elimina
        </Button>
        <Button variant="default" disabled>
          Spento
        </Button>
        <Kbd keys={['Ctrl Invio']} />
      </div>
      <div className={styles.line}>
        <PlateInput value={plate} onChange={setPlate} keyName="Q" />
        <PlateInput value="" onChange={setPlate} isDisabled placeholder="Targa, non in vista ADR" keyName="Q" />
        <PlateInput value={plate} onChange={setPlate} size="touch" />
      </div>
      <div className={styles.line}>
        <TextInput label="Valore" defaultValue="valore" w={130} />
        <TextInput label="Modificato" defaultValue="modificato" w={130} data-changed />
        <TextInput label="Errore" defaultValue="errore" error="Almeno 10 caratteri" w={130} />
        <TextInput label="Bloccato" defaultValue="bloccato" disabled w={110} />
      </div>
      <div className={styles.line}>
        <Checkbox label="scelto" defaultChecked />
        <Checkbox label="non scelto" />
        <Switch label="acceso" defaultChecked />
        <Switch label="spento" />
        <CompletenessMeter segments={SAMPLE_SEGMENTS} />
        <Segmented
          label="Periodo rapido"
          value={period}
          onChange={setPeriod}
          options={[
            { id: 'today', label: 'Oggi' },
            { id: 'yesterday', label: 'Ieri' },
            { id: 'week', label: '7 GG' },
            { id: 'all', label: 'Tutti' },
          ]}
        />
      </div>
    </SampleCard>
  );
}

function Vehicles(): ReactElement {
  return (
    <SampleCard title="Veicolo e nazione">
      <div className={styles.line}>
        {COLOURS.map((code) => (
          <ColourSwatch key={code} code={code} isNamed />
        ))}
      </div>
      <div className={styles.line}>
        {VEHICLE_CLASSES.map((code) => (
          <VehicleClassIcon key={code} code={code} isNamed />
        ))}
      </div>
      <div className={styles.line}>
        <NationFlag nation="I" province="FC" city="Cesena" />
        <NationFlag nation="D" isNamed />
        <NationFlag nation="RO" isNamed />
        <NationFlag nation={null} isNamed />
      </div>
      <div className={styles.icons}>
        {ICON_NAMES.map((name) => (
          <span key={name} title={name}>
            <Icon name={name} />
          </span>
        ))}
      </div>
    </SampleCard>
  );
}

/** Every shared component on one page. */
export function ComponentsPage(): ReactElement {
  return (
    <main className={styles.sheet}>
      <h1 className="visually-hidden">Componenti</h1>
      <Plates />
      <Adr />
      <Vocabulary />
      <Controls />
      <Vehicles />
    </main>
  );
}
