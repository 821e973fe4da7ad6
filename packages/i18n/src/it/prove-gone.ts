/** Terminal output of `varco prove-gone`. */
export const proveGone = {
  summary:
    'cerca nelle righe, nei file e nel registro delle modifiche di un impianto le targhe che devono essere sparite',
  option: {
    folder: 'un’altra cartella in cui cercare, per esempio quella dell’esportatore; si può ripetere',
  },
  noFile: 'L’elenco delle targhe non si può leggere: {{file}}',
  wrongPlate: 'La riga {{line}} non è una targa di almeno {{least}} lettere e cifre; si attende una targa per riga.',
  searching_one: 'Ricerca di {{count}} targa.',
  searching_other: 'Ricerca di {{count}} targhe.',
  noDatabase: 'NON CERCATO: le righe della base dati; indicare --data di un impianto acceso, o --database.',
  noData: 'NON CERCATO: i file; indicare --data.',
  unreadable: 'NON CERCATO, non si può leggere: {{path}}',
  atFolder: 'Ricerca in {{folder}}...',
  rows_zero: 'Righe della base dati: nulla trovato.',
  rows_one: 'Righe della base dati: {{count}} ritrovamento.',
  rows_other: 'Righe della base dati: {{count}} ritrovamenti.',
  folder_zero: '{{folder}}: {{files}} file, {{bytes}} byte, nulla trovato.',
  folder_one: '{{folder}}: {{files}} file, {{bytes}} byte, {{count}} targa trovata.',
  folder_other: '{{folder}}: {{files}} file, {{bytes}} byte, {{count}} targhe trovate.',
  plate: 'TROVATA {{plate}} in {{place}}',
  ownTerm: '{{plate}} in {{place}}, che ha un termine proprio',
  more_one: '... e {{count}} altra.',
  more_other: '... e altre {{count}}.',
  backups:
    'Copie di sicurezza, cifrate: non cercate. Ciò che vi era prima della cancellazione si apre ancora, rimettendole (stato del {{at}}):',
  backupPeriod: 'periodo {{number}}, dal {{since}}: fino al {{until}} circa, quando la sua chiave è distrutta',
  backupPeriodZero:
    'periodo 0, dal {{since}}: fino al {{until}} circa, quando i suoi file sono eliminati; la chiave principale, che resta, ne apre ogni copia fatta altrove',
  backupEnded: 'periodo {{number}}: chiave distrutta il {{at}}, nessuna copia si apre più',
  backupZeroEnded: 'periodo 0: file eliminati il {{at}}; la chiave principale ne apre ogni copia fatta altrove',
  backupProblem: 'ma NON finito come doveva: {{reason}}',
  backupNoPeriods: 'una sola chiave, senza termine: con la prossima copia completa comincia a contare il suo',
  backupNone: 'Copie di sicurezza: {{file}} non ne nomina.',
  sealed:
    'Non leggibili da questa ricerca: copie di sicurezza, esportazioni, visure e messaggi delle telecamere, che sono cifrati, e i valori compressi. Finiscono con il loro termine.',
  none: 'Nessuna delle targhe è stata trovata fuori da ciò che ha un termine proprio.',
  incomplete: 'Nessuna delle targhe è stata trovata, ma NON si è cercato dappertutto.',
  found_one: '{{count}} ritrovamento: NON tutto è sparito.',
  found_other: '{{count}} ritrovamenti: NON tutto è sparito.',
};
