/** Texts that must be available when nothing more can be loaded; part of `notices`. */
export const initialNotices = {
  area: 'Notifiche',
  close: 'Chiudi la notifica',
  error: 'errore',
  warning: 'avviso',
  success: 'fatto',
  info: 'informazione',
  serverTitle: 'Errore collegamento al server',
  serverText: 'Il portale non ha potuto eseguire l’operazione: una parte della pagina non si è caricata.',
  reload: 'RICARICA',
};
