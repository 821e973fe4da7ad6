/** Terminal output of `varco backup` and `varco restore`. */
export const backup = {
  summary: 'copia di sicurezza di un server: la prepara, la fa, o prova a rimetterla',
  restoreSummary: 'rimette un server da una copia di sicurezza, in una cartella vuota',
  option: {
    init: 'prepara le copie: luogo, chiave, impostazioni',
    files: 'solo immagini e altri file, senza base dati',
    verify: 'rimette la copia più recente in una cartella provvisoria e la controlla',
    newKey:
      'comincia un periodo con una chiave propria: tutto è copiato di nuovo, e ciò che è nelle copie di prima finisce con la loro chiave',
    repository: 'con --init: cartella, o deposito S3 https://server/deposito (altrimenti /var/backups/varco/SERVER)',
    ring: 'con --init: cartella del mazzo di chiavi, su un disco che non conserva versioni (altrimenti nel luogo delle copie e accanto ai dati)',
    region: 'regione del deposito S3',
    bucketKey: 'file con la chiave del deposito S3, id:segreto',
    work: 'con --verify: dove mettere la cartella provvisoria',
    to: 'istante, come 2026-11-26 14:05:00, con fuso o con l’ora di questa macchina; latest: tutto ciò che c’è',
    from: 'su una macchina vuota: cartella o deposito delle copie',
    keyFile: 'su una macchina vuota: file con la chiave delle copie',
    ringFrom: 'su una macchina vuota: cartella del mazzo di chiavi, se non è nel luogo delle copie',
  },
  wrongName: 'Il server si chiama portal, o plant-NOME.',
  wrongTime: 'Serve --to: un istante come 2026-11-26 14:05:00, oppure latest.',
  noSettings: '{{file}} non c’è: il server non è impostato su questa macchina.',
  needsPlace: '{{file}} non c’è: su una macchina vuota servono --repository e --key-file.',
  notSetUp: 'Le copie non sono preparate. Eseguire: {{command}}',
  notEmpty:
    'La cartella {{folder}} non è vuota e non è stata toccata: un ripristino non sovrascrive mai. Fermare il server e spostarla.',
  unsafe: 'Il luogo {{place}} ha spazi o segni che un file di impostazioni non può contenere.',
  failed: 'Non riuscito: {{reason}}',
  interrupted: 'Interrotto: non vale come copia. Rieseguire lo stesso comando.',
  init: {
    done: 'Copie preparate in {{place}}, cifrate.',
    key: 'Chiave delle copie, mostrata solo adesso: stamparla e metterla in cassaforte. Senza, le copie non si aprono.',
    keyThere: 'La chiave c’è già, e non è mostrata.',
    next: 'Adesso:',
  },
  taken: {
    whole: 'Copia completa del {{at}}, in {{seconds}} s; tutte le copie occupano {{size}} MB.',
    files: 'Copia dei file del {{at}}, in {{seconds}} s; tutte le copie occupano {{size}} MB.',
  },
  removed_one: '{{count}} copia oltre il termine eliminata.',
  removed_other: '{{count}} copie oltre il termine eliminate.',
  newKey: {
    whole: '--new-key vale per una copia completa, non con --files, --verify o --init.',
    begins:
      'Comincia un periodo con una chiave propria. Tutto è copiato di nuovo: nel luogo delle copie serve spazio per un’altra copia intera, e ci vuole più tempo del solito.',
  },
  period: {
    isNew: 'Questa copia comincia il periodo {{number}}, con una chiave propria.',
    until:
      'Le copie del periodo {{number}} si aprono fino al {{until}}: con la prima copia completa dopo quel momento la loro chiave è distrutta.',
    ended: 'Periodo {{number}} finito: la sua chiave è distrutta e i suoi file sono eliminati.',
    former: 'Periodo 0 finito: i suoi file sono eliminati. Lo apriva la chiave principale, che resta.',
    problem: 'NON finito: {{reason}} La prossima copia completa riprova.',
  },
  verify: {
    good: 'La copia del {{at}} si rimette ed è intera, con tutto fino al {{through}}.',
    bad: 'La copia del {{at}} si rimette ma NON è intera: vedere sopra.',
  },
  restoring: 'Ripristino in corso: la base dati riprende i cambiamenti uno per uno.',
  restored: {
    settings: 'Impostazioni rimesse: {{file}}',
    database: 'Base dati rimessa com’era il {{through}} (copia del {{at}} e i cambiamenti da allora).',
    pictures: 'Immagini, chiavi e segreti: copia del {{at}}. Le immagini arrivate dopo mancano.',
    epoch: 'Il registro delle consultazioni comincia la serie {{epoch}}, che dichiara il ripristino.',
    again: 'Poi una copia nuova: {{command}}',
  },
};
