/** Announcements: popup after sign-in, panel of the landing page, administration page. */
export const news = {
  title: 'Notizie',
  popupHide: 'Non mostrare più',
  popupHideOne: 'Non mostrare più «{{title}}»',
  popupHint: 'Le ritrovi nella pagina iniziale. Si possono spegnere in Impostazioni, Aspetto e lingua.',
  add: 'Scrivi una notizia',
  edit: 'Modifica la notizia',
  label: 'Notizie scritte',
  column: { title: 'Titolo', state: 'Stato', published: 'Pubblicata', updated: 'Modificata' },
  draft: 'bozza',
  isPublished: 'pubblicata',
  form: { title: 'Titolo', text: 'Testo', publish: 'Pubblicata' },
  publishHint: 'Chi accede la vede, tranne gli amministratori. Una bozza la vedono solo gli amministratori.',
  remove: 'Elimina',
  removeText: 'La notizia sparisce per tutti.',
  empty: 'Nessuna notizia',
  emptyText: 'Quello che scrivi e pubblichi qui compare agli utenti al prossimo accesso.',
};
