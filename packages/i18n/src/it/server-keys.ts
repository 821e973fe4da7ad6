/** Chiavi di un server: pannello nelle impostazioni di impianto e portale. */
export const serverKeys = {
  title: 'Chiavi del server',
  intro:
    'Si cambiano ogni due anni. Quella nuova firma subito; la precedente vale ancora, finché non la ritiri. Non serve riavviare: entro un minuto la usano tutti i processi del server. Se altri conoscono una chiave non usare questa pagina: il gestore la cambia con varco keys.',
  failed: 'Le chiavi non si possono mostrare: il server non risponde.',
  column: { key: 'Chiave', state: 'Stato', fingerprint: 'Impronta', changed: 'Ultima modifica', actions: 'Azioni' },
  name: { server: 'Del server', log: 'Del registro', witness: 'Di testimone' },
  hint: {
    plant: {
      server: 'Firma gli accessi, le chiamate ai portali e le esportazioni.',
      log: 'Firma il registro delle consultazioni.',
      witness: 'Controfirma i registri di altri server.',
    },
    portal: {
      server: 'Firma gli accessi al portale e il collegamento degli impianti.',
      log: 'Firma il registro delle consultazioni.',
      witness: 'Controfirma i registri degli impianti.',
    },
  },
  state: { starts: 'entra in uso', signs: 'firma', verifies: 'precedente, vale ancora', retired: 'ritirata' },
  change: {
    made: 'Creata da {{name}} il {{time}}',
    first: 'Creata dal server il {{time}}',
    retired: 'Ritirata da {{name}} il {{time}}',
    retiredBefore: 'Ritirata il {{time}}',
  },
  portal: 'portale',
  noFingerprint: 'non leggibile',
  wait: {
    use: 'Prima del ritiro: un minuto, finché la chiave nuova è in uso in tutti i processi.',
    otherKey:
      '{{portal}} conosce ancora la precedente: in Impianti > Portali crea un codice, con cui lo colleghi di nuovo.',
    unsaid: '{{portal}} non dice quale chiave conosce, perché è di una versione precedente: aggiornalo.',
    silent: '{{portal}} non ha ancora ricevuto la chiave nuova: attendi il prossimo segnale, ogni minuto.',
    ready: 'Si può ritirare: la chiave nuova è in uso e chi deve la conosce.',
  },
  add: {
    button: 'Nuova chiave',
    named: 'Nuova chiave: {{key}}',
    title: 'Nuova chiave: {{key}}, {{server}}',
    submit: 'Crea la chiave',
    text: 'La chiave nuova nasce sul server e firma subito. La precedente vale ancora, finché non la ritiri da qui.',
    next: {
      plant: {
        server:
          'Poi ogni portale va collegato di nuovo, con un codice di Impianti > Portali. Intanto l’impianto firma con tutte e due ciò che manda ai portali, e le esportazioni con la precedente.',
        log: 'Poi dà l’impronta nuova a chi verifica il registro. Intanto il registro porta tutte e due le firme.',
        witness: 'I server di cui controfirma il registro la ricevono dal portale in pochi minuti.',
      },
      portal: {
        server: 'Agli impianti non serve nulla: la conoscono quando vengono collegati di nuovo.',
        log: 'Poi dà l’impronta nuova a chi verifica il registro. Intanto il registro porta tutte e due le firme.',
        witness: 'Gli impianti la ricevono con la risposta al prossimo segnale, entro un minuto.',
      },
    },
  },
  retire: {
    button: 'Ritira',
    named: 'Ritira la precedente: {{key}}',
    title: 'Ritirare la chiave precedente? {{key}}, {{server}}',
    submit: 'Ritira la chiave',
    text: 'Impronta {{fingerprint}}. Da subito non vale più per nessuno, e non si può rimettere.',
    stops: {
      plant: {
        server:
          'Chi è entrato con quella rientra da sé con la password della cassaforte. Le esportazioni firmate con quella si verificano solo con la sua parte pubblica, che varco keys list scrive ancora. Un portale che non conosce la nuova non riceve più il segnale.',
        log: 'Chi verifica il registro e ha solo la chiave precedente non riconosce le firme nuove.',
        witness: 'Chi conosce solo la chiave precedente non riconosce le controfirme nuove di questo impianto.',
      },
      portal: {
        server: 'Le sessioni si rinnovano da sé, anche se una chiamata in corso può chiedere di riprovare.',
        log: 'Chi verifica il registro e ha solo la chiave precedente non riconosce le firme nuove.',
        witness: 'Chi conosce solo la chiave precedente non riconosce le controfirme nuove del portale.',
      },
    },
  },
  showRetired_one: 'Mostra {{count}} chiave ritirata',
  showRetired_other: 'Mostra {{count}} chiavi ritirate',
  hideRetired: 'Nascondi le ritirate',
};
