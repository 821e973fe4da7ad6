/** Terminal output of `varco doctor`: for each fault one line that says it and one that says what to do. */
export const doctor = {
  summary: 'esamina i server di questa macchina e dice per ogni guasto che cosa fare',
  optionJson: 'risultato in JSON',
  allWell: 'Tutto in ordine.',
  sum: 'Guasti: {{faults}}. Avvisi: {{warnings}}.',
  state: { ok: 'ok', warning: 'AVVISO', fault: 'GUASTO' },
  check: {
    settings: 'impostazioni valide',
    settingsMode: 'permessi delle impostazioni',
    ownerMode: 'permessi dell’indirizzo del ruolo proprietario',
    dataFolder: 'cartella dei dati',
    secret: 'segreto del server',
    backup: 'copia di sicurezza recente',
    backupKey: 'chiave delle copie',
    backupRing: 'chiavi dei periodi delle copie',
    backupTrial: 'copia rimessa per prova',
    database: 'base dati raggiunta con il ruolo che serve',
    owner: 'base dati raggiunta con il ruolo proprietario',
    role: 'il ruolo che serve non possiede nulla',
    schema: 'tabelle alla versione del programma',
    clockDatabase: 'orologio della base dati',
    encoding: 'base dati in UTF-8',
    keys: 'chiavi del server',
    disk: 'spazio sul disco',
    server: 'server acceso e pronto',
    version: 'versione del server',
    plant: 'impianto impostato',
    address: 'indirizzo pubblico raggiunto',
    certificate: 'certificato TLS',
    clockPortal: 'orologio rispetto al portale',
    cors: 'le pagine del portale possono chiamare l’impianto',
    policy: 'il portale lascia chiamare l’impianto',
    mail: 'server di posta',
    registry: 'registro nazionale',
    heartbeat: 'segnale dell’impianto',
  },
  fault: {
    nothing: {
      what: 'In {{folder}} non ci sono impostazioni di un portale o di un impianto.',
      todo: 'varco setup portal, o varco setup plant NOME',
    },
    settingsUnreadable: { what: '{{file}} non si può leggere.', todo: 'Eseguire varco doctor come root.' },
    settings: {
      what: 'Un’impostazione non è valida: {{problem}}',
      todo: 'Correggerla nel file delle impostazioni e riavviare il server.',
    },
    settingsMode: { what: '{{file}} è aperto ad altri utenti (modo {{mode}}).', todo: 'chmod 0640 {{file}}' },
    ownerMode: { what: '{{file}} è leggibile non solo da root (modo {{mode}}).', todo: 'chmod 0600 {{file}}' },
    dataFolder: {
      what: 'La cartella dei dati {{folder}} non c’è.',
      todo: 'Montare il suo disco, o rieseguire varco setup.',
    },
    dataFolderReadOnly: {
      what: 'La cartella dei dati {{folder}} non si può scrivere.',
      todo: 'Controllare il disco e il proprietario della cartella (utente varco).',
    },
    secretMissing: {
      what: '{{file}} non c’è.',
      todo: 'Rimetterlo da una copia: senza, sessioni e secondi fattori sono persi.',
    },
    secretMode: { what: '{{file}} è leggibile da altri utenti (modo {{mode}}).', todo: 'chmod 0400 {{file}}' },
    keyOld: {
      what: 'La chiave «{{name}}» ha {{days}} giorni: va cambiata ogni due anni.',
      todo: 'varco keys add {{slug}} {{name}}, poi i passi di «Cambiare le chiavi di un server»',
    },
    keyFormer: {
      what: 'La chiave precedente a «{{name}}» vale ancora, {{days}} giorni dopo quella nuova.',
      todo: 'varco keys retire {{slug}} {{name}}, o la pagina delle impostazioni',
    },
    backupNone: {
      what: 'Non ci sono copie di sicurezza: se questo disco si guasta, tutto è perso.',
      todo: '{{command}}',
    },
    backupNever: { what: 'Le copie sono preparate, ma non ne è mai stata fatta una.', todo: '{{command}}' },
    backupOld: {
      what: 'L’ultima copia di sicurezza ha {{hours}} ore.',
      todo: 'systemctl list-timers "varco-backup*"; journalctl -u varco-backup@{{slug}}',
    },
    backupUntried: { what: 'Nessuna copia è mai stata rimessa per prova.', todo: '{{command}}' },
    backupBad: { what: 'L’ultima prova di ripristino non è riuscita: la copia non vale.', todo: '{{command}}' },
    backupKeyMissing: {
      what: 'La chiave delle copie {{file}} non c’è: le copie non si possono né fare né aprire.',
      todo: 'Rimetterla dal foglio in cassaforte, per il solo utente varco (modo 0600).',
    },
    backupRingMissing: {
      what: 'Il mazzo di chiavi {{file}} non c’è: le copie non si possono né fare né aprire.',
      todo: 'Montare la sua cartella, o rimettere la copia più recente del mazzo.',
    },
    backupKeyLeft: {
      what: 'Una chiave o file oltre il termine ci sono ancora. {{reason}}',
      todo: '{{command}}',
    },
    backupKeyMode: {
      what: 'La chiave delle copie {{file}} è leggibile da altri utenti (modo {{mode}}).',
      todo: 'chmod 0600 {{file}}',
    },
    databaseOff: {
      what: 'La base dati interna è spenta.',
      todo: 'Accendere il server: systemctl start, poi journalctl -u con la sua unità.',
    },
    databaseRefused: {
      what: 'La base dati rifiuta l’utente o la password del server.',
      todo: 'Correggere VARCO_DATABASE_URL, o la password del ruolo varco_app.',
    },
    databaseMissing: {
      what: 'La base dati dell’indirizzo non esiste.',
      todo: 'Rieseguire varco setup, o correggere VARCO_DATABASE_URL.',
    },
    databaseUnreachable: {
      what: 'La base dati non risponde.',
      todo: 'È accesa, e raggiungibile da qui? Controllare l’indirizzo in VARCO_DATABASE_URL.',
    },
    inspection: {
      what: 'La base dati non si è potuta esaminare: {{reason}}',
      todo: 'Eseguire varco doctor come root, e controllare la cartella dei dati.',
    },
    owner: {
      what: 'La base dati non accetta il ruolo proprietario.',
      todo: 'Correggere VARCO_DATABASE_OWNER_URL nel file -owner.env.',
    },
    role: {
      what: 'Il ruolo del server, {{role}}, può più di quanto deve: {{rights}}.',
      todo: 'In VARCO_DATABASE_URL usare varco_app, che non possiede tabelle e non amministra.',
    },
    schema: { what: '{{problem}}', todo: 'Fermare il server, poi: {{command}}' },
    clockDatabase: {
      what: 'L’orologio della base dati differisce di {{seconds}} secondi da quello di questa macchina.',
      todo: 'Sincronizzare gli orologi di tutte e due (timedatectl set-ntp true).',
    },
    encoding: {
      what: 'La base dati è in {{encoding}}, non in UTF-8.',
      todo: 'Creare una base dati in UTF-8 con varco setup e riportarvi i dati.',
    },
    disk: {
      what: 'Sul disco dei dati ci sono {{free}} MB liberi, meno della riserva di {{reserve}} MB.',
      todo: 'Fare spazio o ingrandire il disco: fino ad allora letture e immagini sono rifiutate.',
    },
    serverOff: {
      what: 'Il server non risponde sulla porta {{port}}.',
      todo: 'systemctl status della sua unità; che cosa dice: journalctl -u.',
    },
    serverNotReady: {
      what: 'Il server risponde ma non è pronto: {{checks}}.',
      todo: 'Guardare prima i guasti di base dati e disco, poi journalctl -u.',
    },
    version: { what: 'È acceso {{running}}, è installato {{installed}}.', todo: 'Riavviare il server.' },
    plant: { what: 'L’impianto non è impostato.', todo: 'varco setup plant NOME' },
    address: {
      what: '{{address}} non risponde come deve ({{reason}}).',
      todo: 'Controllare nome (DNS), Caddy (systemctl status caddy) e firewall.',
    },
    certificate: {
      what: 'Il certificato di {{address}} non è creduto ({{reason}}).',
      todo: 'Con l’autorità di Caddy: caddy trust qui, e il suo certificato radice sugli altri computer.',
    },
    certificateEnded: {
      what: 'Il certificato di {{address}} è scaduto.',
      todo: 'Guardare perché Caddy non lo rinnova: journalctl -u caddy.',
    },
    certificateDays: {
      what: 'Il certificato di {{address}} vale ancora {{days}} giorni.',
      todo: 'Con Caddy nulla, si rinnova da sé; altrimenti rinnovarlo.',
    },
    portal: {
      what: 'Il portale {{address}} non risponde da qui ({{reason}}).',
      todo: 'Controllare nome (DNS), rete e portale.',
    },
    clockPortal: {
      what: 'L’orologio differisce di {{seconds}} secondi da quello di {{address}}.',
      todo: 'Sincronizzare gli orologi di tutte e due le macchine (timedatectl set-ntp true).',
    },
    cors: {
      what: 'L’impianto {{plant}} non lascia chiamare dalle pagine di {{portal}}.',
      todo: 'Aggiungere {{portal}} a VARCO_PORTAL_ORIGINS dell’impianto e riavviarlo.',
    },
    policy: {
      what: 'Le pagine del portale non possono chiamare {{plant}}.',
      todo: 'Aggiungere {{plant}} a VARCO_PLANT_ORIGINS del portale e riavviarlo.',
    },
    mail: {
      what: 'Il server di posta {{host}} non risponde ({{reason}}).',
      todo: 'Controllare il server di posta in Amministrazione: impostazioni (o VARCO_SMTP_URL) e il firewall.',
    },
    mailNone: {
      what: 'Non c’è un server di posta: i messaggi restano in attesa.',
      todo: 'Indicarlo nel portale, in Amministrazione: impostazioni, o in VARCO_SMTP_URL.',
    },
    registry: {
      what: 'Il registro {{address}} non risponde ({{reason}}).',
      todo: 'Controllare la VPN del ministero e l’indirizzo in Impianti: impostazioni (o VARCO_REGISTRY_URL).',
    },
    heartbeat: {
      what: 'L’ultimo segnale di {{plant}} è di {{minutes}} minuti fa.',
      todo: 'Sull’impianto: è acceso, raggiunge il portale, ha l’ora giusta? varco doctor anche là.',
    },
    heartbeatNever: {
      what: 'Da {{plant}} non è mai arrivato un segnale.',
      todo: 'Nel registro degli impianti controllare UUID e chiave pubblica; sull’impianto, l’indirizzo del portale.',
    },
  },
};
