/** Settings of the portal, for its administrators. */
export const portalSettings = {
  title: 'Impostazioni del portale',
  intro:
    'Ciò che si imposta qui vale per tutti gli utenti del portale. Ogni modifica vale dalla chiamata seguente ed è nel registro, con il valore di prima e quello nuovo.',
  waiting: 'Lettura delle impostazioni…',
  failed: 'Il portale non ha risposto: le impostazioni non si vedono.',
  retry: 'Riprova',
  rules: 'Persone, accesso, esportazioni',
  seconds: '{{n}} s',
  name: {
    force_domains: 'Domini delle forze dell’ordine',
    staff_domains: 'Domini del fornitore',
    institutional_domains: 'Domini istituzionali',
    two_factor_required: 'Secondo fattore obbligatorio',
    export_patience_s: 'Attesa di un impianto nelle esportazioni',
  },
  hint: {
    force_domains:
      'Chi ha un’e-mail verificata di questi domini, o di un loro sottodominio, è delle forze dell’ordine. * vale una parte del nome.',
    staff_domains: 'Chi ha un’e-mail verificata di questi domini è personale del fornitore.',
    institutional_domains: 'Domini degli enti pubblici, oltre a quelli delle forze dell’ordine.',
    two_factor_required:
      'Per amministratori e personale del fornitore. Chi non lo ha ancora deve attivarlo prima di continuare.',
    export_patience_s:
      'Secondi dopo i quali un’esportazione è consegnata senza l’impianto che non risponde, e lo dice.',
  },
  mail: {
    title: 'Posta',
    server: 'Server di posta',
    hint: 'Inviti, conferme di indirizzo, nuove password e risposte dell’assistenza. Senza un server i messaggi aspettano per 7 giorni.',
    none: 'nessuno: i messaggi aspettano',
    noUser: 'senza accesso',
    asUser: 'utente {{user}}',
    sender: 'mittente {{from}}',
    security: { starttls: 'STARTTLS', tls: 'TLS', none: 'non cifrato' },
    try: 'Invia una prova al mio indirizzo',
    sent: 'Il server ha accettato il messaggio per {{to}}. Controlla che arrivi.',
    notSent: 'Non inviato: {{reply}}',
    on: 'Invia la posta',
    onHint: 'Spento: i messaggi aspettano.',
    host: 'Server',
    hostFault: 'Un nome o un indirizzo, per esempio posta.example.',
    encryption: 'Cifratura',
    port: 'Porta',
    from: 'Mittente',
    fromFault: 'Un solo indirizzo e-mail, senza nome.',
    user: 'Utente',
    userHint: 'Vuoto: il server non chiede l’accesso.',
    password: 'Password',
    passwordHint: 'Resta cifrata sul portale e non è più mostrata.',
    passwordStays: 'Vuota: resta quella di ora, se server, porta e utente non cambiano.',
    passwordFault: 'Serve la password di questo utente.',
  },
};

export { settingTable } from './setting-table.ts';
