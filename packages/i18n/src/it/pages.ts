import { pageWords } from './page-words.ts';

/** Titles of all pages (P 2), and the texts of the landing and about pages. */
export const pages = {
  ...pageWords,
  home: {
    welcome: 'Buongiorno, {{name}}',
    plants: 'Impianti',
    plantsOk: '{{ok}} collegati su {{total}}',
    noPlants: 'Nessun impianto: aggiungi le credenziali del primo.',
    work: 'Lavoro aperto',
    noWork: 'Nessuna scheda aperta.',
    start: 'Inizia da qui',
    search: 'Cerca transiti',
    settings: 'Impostazioni',
    lastLogin: 'Ultimo accesso: {{when}}',
  },
};
