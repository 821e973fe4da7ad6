/** Messages the portal writes to people. A blank line parts two paragraphs. */
export const mail = {
  greeting: 'Buongiorno {{name}},',
  open: 'Apri il collegamento',
  orCopy: 'Oppure copia questo indirizzo nel browser:',
  footer: 'Messaggio automatico di Varco. Non rispondere a questo indirizzo: la casella non viene letta.',
  session_reuse: {
    subject: 'Varco: una tua sessione è stata chiusa per sicurezza',
    text: 'Il {{at}} (UTC) un vecchio gettone di una tua sessione è stato presentato di nuovo, dall’indirizzo {{ip}}. Può significare che qualcuno lo ha copiato: la sessione è stata chiusa su tutti i dispositivi che la usavano.\n\nAccedi di nuovo e cambia la password. Se il fatto si ripete, avvisa l’amministratore.',
  },
};
