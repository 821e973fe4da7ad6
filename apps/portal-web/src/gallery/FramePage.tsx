import { Button, Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { EmptyState } from '@varco/ui/EmptyState.tsx';
import { FormDialog } from '@varco/ui/FormDialog.tsx';
import { FormGrid, FormSet, FormWide } from '@varco/ui/FormGrid.tsx';
import { Icon } from '@varco/ui/Icon.tsx';
import { Kbd } from '@varco/ui/Kbd.tsx';
import { Legend } from '@varco/ui/Legend.tsx';
import { Remark } from '@varco/ui/Remark.tsx';
import { ScreenFrame } from '@varco/ui/ScreenFrame.tsx';
import { ScrollRegion } from '@varco/ui/ScrollRegion.tsx';
import { Segmented } from '@varco/ui/Segmented.tsx';
import { NumberCell, SimpleTable, TableRow } from '@varco/ui/SimpleTable.tsx';
import { SplitPane } from '@varco/ui/SplitPane.tsx';
import { TextButton } from '@varco/ui/TextButton.tsx';
import { Toolbar, ToolbarEnd, ToolbarGroup, ToolbarMessage, ToolbarText } from '@varco/ui/Toolbar.tsx';
import { type ReactElement, useState } from 'react';
import { PlateBadge } from '../widgets/plate/PlateBadge.tsx';
import styles from './Gallery.module.css';

const COLUMNS = [
  { key: 'plate', title: 'Targa' },
  { key: 'gate', title: 'Varco' },
  { key: 'count', title: 'Transiti', isNumeric: true },
  { key: 'open', title: 'Apri', isTitleHidden: true },
] as const;

const ROWS = [
  ['GK508RB', 'Via Emilia, direzione Rimini', 14],
  ['DV664PS', 'Secante, uscita Cesena nord', 9],
  ['FT553ZB', 'Viale Carducci', 3],
] as const;

type Choice = 'rows' | 'empty' | 'split' | 'form';

/** The pieces that screens are made of: frame, toolbar, table, split pane, form dialog. */
export function FramePage(): ReactElement {
  const [choice, setChoice] = useState<Choice>('rows');
  const toolbar = <SampleToolbar choice={choice} onChoice={setChoice} />;
  return (
    <main className={styles.app}>
      {choice === 'split' ? (
        <ScreenFrame label="Cornice" body="fill" toolbar={toolbar}>
          <SplitPane side={<SampleForm />}>
            <SampleTable />
          </SplitPane>
        </ScreenFrame>
      ) : (
        <ScreenFrame
          label="Cornice"
          intro="Una riga che dice a che cosa serve la schermata."
          toolbar={toolbar}
          status={<SampleStatus />}
          waiting={choice === 'rows' && 'Interrogo 3 impianti'}
          body="fill"
          empty={
            choice === 'empty' && (
              <EmptyState icon="search" title="Nessun veicolo" actions={<Button>Allarga il periodo</Button>}>
                Nel periodo scelto non ci sono transiti.
              </EmptyState>
            )
          }
          footer={
            <>
              <span>3 righe</span>
              <Kbd keys={['?']} />
            </>
          }
        >
          <SampleTable />
        </ScreenFrame>
      )}
      {choice === 'form' && <SampleDialog onClose={() => setChoice('rows')} />}
    </main>
  );
}

function SampleToolbar(props: { choice: Choice; onChoice: (choice: Choice) => void }): ReactElement {
  return (
    <Toolbar isSearch onSubmit={() => props.onChoice('rows')}>
      <Select label="Impianto" data={['Cesena Cintura', 'Forlì']} defaultValue="Forlì" w={190} />
      <ToolbarGroup label="Periodo">
        <TextInput label="Dal" defaultValue="20/11/2026 04:00" w={150} />
        <TextInput label="Al" defaultValue="20/11/2026 14:30" w={150} />
      </ToolbarGroup>
      <Checkbox label="Solo in lista" />
      <Button type="submit" leftSection={<Icon name="search" />}>
        Cerca
      </Button>
      <ToolbarText>3 impianti</ToolbarText>
      <ToolbarEnd>
        <Segmented
          label="Stato"
          value={props.choice}
          onChange={props.onChoice}
          options={[
            { id: 'rows', label: 'Righe' },
            { id: 'empty', label: 'Vuoto' },
            { id: 'split', label: 'Divisa' },
            { id: 'form', label: 'Modulo' },
          ]}
        />
      </ToolbarEnd>
      <ToolbarMessage>
        <Remark tone="wa" icon="warning" isLive>
          Oltre 8 ore: può impiegare molto tempo
        </Remark>
      </ToolbarMessage>
    </Toolbar>
  );
}

function SampleStatus(): ReactElement {
  return (
    <>
      <span>
        <strong>3 veicoli</strong> su 6.418 targhe
      </span>
      <Legend
        label="Segni"
        items={[
          { key: 'shield', mark: <Icon name="shield" size="xs" />, text: 'in lista' },
          { key: 'list', mark: <Icon name="list" size="xs" />, text: 'elenco transiti' },
        ]}
      />
    </>
  );
}

function SampleTable(): ReactElement {
  return (
    <SimpleTable
      label="Veicoli"
      columns={COLUMNS}
      isFilling
      foot={
        <tr>
          <th scope="row" colSpan={2}>
            Totale
          </th>
          <NumberCell>26</NumberCell>
          <td>3 veicoli</td>
        </tr>
      }
    >
      {ROWS.map(([plate, gate, count], index) => (
        <TableRow key={plate} isCurrent={index === 1} tone={index === 0 ? 'al' : undefined}>
          <td>
            <PlateBadge plate={plate} nation="I" />
          </td>
          <td>{gate}</td>
          <NumberCell>{count}</NumberCell>
          <td>
            <TextButton icon="list" aria-label={`Transiti di ${plate}`}>
              Apri
            </TextButton>
          </td>
        </TableRow>
      ))}
    </SimpleTable>
  );
}

function SampleForm(): ReactElement {
  return (
    <ScrollRegion label="Modulo" isFilling isPadded>
      <SampleFields />
    </ScrollRegion>
  );
}

function SampleFields(): ReactElement {
  return (
    <FormGrid columns={2}>
      <TextInput label="Targa" error="Almeno tre caratteri" />
      <TextInput label="Note" description="facoltative" />
      <TextInput label="Scadenza" />
      <Switch label="Abilitata" defaultChecked />
      <FormWide>
        <FormSet title="Allarmi">
          <Checkbox label="E-mail" defaultChecked />
          <Checkbox label="Telefono" />
        </FormSet>
      </FormWide>
    </FormGrid>
  );
}

function SampleDialog(props: { onClose: () => void }): ReactElement {
  return (
    <FormDialog
      title="Modifica voce"
      labels={{ submit: 'Salva', cancel: 'Annulla', close: 'Chiudi' }}
      description="Vale per Cesena Cintura."
      error="La targa è già in lista."
      hint="1 campo da correggere"
      aside={
        <Button variant="subtle" color="allarme" leftSection={<Icon name="trash" />}>
          Elimina
        </Button>
      }
      onSubmit={props.onClose}
      onClose={props.onClose}
    >
      <SampleFields />
    </FormDialog>
  );
}
