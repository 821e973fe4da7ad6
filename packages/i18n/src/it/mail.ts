/** Mails of the portal to users. A blank line separates two paragraphs. */
export const mail = {
  greeting: 'Buongiorno {{name}},',
  open: 'Apri il collegamento',
  orCopy: 'Oppure copia questo indirizzo nel browser:',
  footer: 'Messaggio automatico di Varco. Non rispondere a questo indirizzo: la casella non viene letta.',
  verify_email: {
    subject: 'Varco: conferma il tuo indirizzo e-mail',
    text: 'Il tuo account Varco è stato creato con questo indirizzo. Per poter accedere, confermalo entro 48 ore: il collegamento vale una volta sola.\n\nSe non hai chiesto tu questo account, ignora il messaggio.',
  },
  reset_password: {
    subject: 'Varco: scegli una nuova password',
    text: 'È stata chiesta una nuova password per il tuo account. Il collegamento vale 30 minuti e una volta sola; usandolo si chiudono tutte le tue sessioni.\n\nTieni a portata di mano la chiave di recupero o la vecchia password: servono per riaprire le credenziali degli impianti. Se non hai chiesto tu il cambio, ignora il messaggio: la password non cambia.',
  },
  password_changed: {
    subject: 'Varco: la protezione del tuo account è cambiata',
    text: 'La password o la chiave di recupero del tuo account è stata cambiata e le altre sessioni sono state chiuse.\n\nSe non sei stato tu, avvisa subito l’amministratore.',
  },
  session_reuse: {
    subject: 'Varco: una tua sessione è stata chiusa per sicurezza',
    text: 'Il {{at}} (UTC) un vecchio gettone di una tua sessione è stato presentato di nuovo, dall’indirizzo {{ip}}. Può significare che qualcuno lo ha copiato: la sessione è stata chiusa su tutti i dispositivi che la usavano.\n\nAccedi di nuovo e cambia la password. Se il fatto si ripete, avvisa l’amministratore.',
  },
  two_factor_on: {
    subject: 'Varco: autenticazione a due fattori attivata',
    text: 'Da ora l’accesso al tuo account chiede anche un codice dell’app. Le altre sessioni sono state chiuse.\n\nSe non sei stato tu, avvisa subito l’amministratore del portale.',
  },
  two_factor_off: {
    subject: 'Varco: autenticazione a due fattori disattivata',
    text: 'Da ora per accedere al tuo account basta la password. Le altre sessioni sono state chiuse.\n\nSe non sei stato tu, cambia subito la password e avvisa l’amministratore del portale.',
  },
  recovery_codes_new: {
    subject: 'Varco: nuovi codici di recupero',
    text: 'Sono stati creati nuovi codici di recupero per il tuo account; quelli di prima non valgono più. Le altre sessioni sono state chiuse.\n\nSe non sei stato tu, cambia subito la password e avvisa l’amministratore del portale.',
  },
  two_factor_reset: {
    subject: 'Varco: il tuo secondo fattore è stato azzerato',
    text: 'Un amministratore ha azzerato l’autenticazione a due fattori del tuo account e tutte le tue sessioni sono state chiuse. Accedi con la password e attivala di nuovo.\n\nSe non lo hai chiesto tu, avvisa subito l’amministratore del portale.',
  },
  invitation: {
    subject: 'Varco: sei invitato',
    text: 'Un amministratore ha creato un account Varco per questo indirizzo. Scegli la password con il collegamento: vale 7 giorni e una volta sola.\n\nSe non aspetti un account, ignora il messaggio.',
  },
  admin_given: {
    subject: 'Varco: ora sei amministratore',
    text: 'Due amministratori ti hanno reso amministratore del portale.\n\nSe non ne conosci il motivo, avvisali subito.',
  },
  admin_taken: {
    subject: 'Varco: non sei più amministratore',
    text: 'Due amministratori hanno tolto al tuo account il ruolo di amministratore. Tutto il resto rimane com’era.\n\nSe non ne conosci il motivo, chiedi a loro.',
  },
  ticket_new: {
    subject: 'Varco: messaggio nella richiesta di assistenza {{number}}',
    text: 'Qualcuno ha scritto nella richiesta di assistenza {{number}}. Leggi e rispondi nel portale.',
  },
  ticket_answered: {
    subject: 'Varco: risposta alla tua richiesta di assistenza {{number}}',
    text: 'L’assistenza ha risposto alla tua richiesta {{number}}. Leggi la risposta nel portale.',
  },
};
