/** Texts of the first page and of error pages; the main layout loads the rest of this namespace. */
export const initialShell = {
  product: 'Varco',
  skip: 'Vai ai risultati',
  skipToContent: 'Vai al contenuto',
  theme: { light: 'Tema chiaro', dark: 'Tema scuro', auto: 'Tema come il sistema', change: 'Cambia tema' },
  language: { it: 'Italiano', en: 'English', change: 'Lingua' },
  notFound: {
    title: 'Pagina non trovata',
    text: 'Questo indirizzo non corrisponde a nessuna pagina.',
    home: 'Vai ai transiti',
  },
  crash: {
    title: 'Qualcosa si è rotto in questa scheda',
    text: 'Le altre schede continuano a funzionare. Il dettaglio è nel registro di questo browser.',
    reload: 'Ricarica la pagina',
  },
};
