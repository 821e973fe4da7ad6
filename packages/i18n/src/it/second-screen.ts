/** The second screen: a window on another monitor that shows what is selected in the list. */
export const secondScreen = {
  menu: 'Secondo schermo',
  openDetail: 'Apri il dettaglio sul secondo schermo',
  openMap: 'Apri la mappa sul secondo schermo',
  end: 'Chiudi il secondo schermo',
  bar: 'Secondo schermo',
  shows: {
    detail: 'Secondo schermo: dettaglio',
    map: 'Secondo schermo: mappa',
    opening: 'Secondo schermo: la finestra non risponde ancora',
  },
  choose: 'Che cosa mostra il secondo schermo',
  detail: 'Dettaglio',
  map: 'Mappa',
  noRow: 'Scegli una riga: si apre di là.',
  blocked:
    'Il browser ha bloccato la finestra del secondo schermo. Permetti le finestre a comparsa per questo sito, poi riprova.',
  connecting: {
    title: 'Collegamento alla prima finestra',
    text: 'Il secondo schermo mostra ciò che scegli nell’elenco dell’altra finestra.',
  },
  waiting: {
    title: 'Scegli una riga nell’elenco',
    text: 'Qui appare il transito scelto nella prima finestra. J e K passano al precedente e al successivo.',
  },
  lost: {
    title: 'La prima finestra non risponde',
    text: 'Qui non si mostra più nulla. Se la prima finestra si sta ricaricando, il secondo schermo riprende da solo quando torna all’elenco; altrimenti chiudi questa finestra.',
  },
  alone: {
    title: 'Questa finestra si apre dall’elenco',
    text: 'Nell’elenco transiti o negli allarmi scegli «Apri il dettaglio sul secondo schermo».',
  },
  otherVersion: {
    title: 'Le due finestre hanno versioni diverse',
    text: 'Ricarica la prima finestra, poi questa.',
  },
  toList: 'Vai all’elenco',
  closeWindow: 'Chiudi questa finestra',
  gone: 'Questo transito non è fra le righe che l’elenco mostra ora.',
  noPlate: {
    title: 'Nessuna targa leggibile',
    text: 'La mappa segue le targhe lette per intero. Il dettaglio mostra questo transito.',
  },
  shown: 'Transito {{plate}}',
  shownUnread: 'Transito senza targa',
  reason: 'Motivo: {{reason}}',
  noReason: 'Motivo non indicato',
};
