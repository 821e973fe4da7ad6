/** The manual beside the page and on a page of its own; the first steps of a new user. */
export const help = {
  title: 'Aiuto',
  card: 'Scheda del modello',
  cards: 'Schede dei modelli',
  pageHelp: 'Il manuale di questa pagina',
  close: 'Chiudi l’aiuto',
  paragraph: 'Paragrafo del manuale',
  manual: 'Manuale',
  whole: 'Tutto il manuale',
  shortcuts: 'Tutti i tasti',
  firstSteps: 'Primi passi',
  failed: 'Il manuale non si è potuto aprire. Ricarica la pagina.',
  search: 'Cerca nel manuale',
  index: 'Indice del manuale',
  noMatch: 'Nessun paragrafo con queste parole',
  steps: {
    label: 'Primi passi, {{step}} di {{steps}}',
    position: '{{step}} di {{steps}}',
    skip: 'Salta',
    back: 'Indietro',
    next: 'Avanti',
    done: 'Comincia',
    operator: {
      reason: {
        title: 'Prima il motivo',
        text: 'Ogni consultazione porta il tuo motivo e il fascicolo: li scrivi qui una volta, restano finché non li cambi.',
      },
      plate: {
        title: 'Poi la targa',
        text: 'Anche solo una parte: <b>GK*</b>, <b>?8RB</b>. Invio cerca su tutti i tuoi impianti insieme e porta alla prima riga.',
      },
      complete: {
        title: 'Che cosa manca si vede',
        text: 'Accanto ai risultati c’è sempre quali impianti hanno risposto. Un elenco senza un impianto non sembra mai intero.',
      },
      alerts: {
        title: 'Gli allarmi arrivano da soli',
        text: 'La campana li mostra accanto alla pagina. Si prendono in carico, si confronta la foto, si dice com’è andata.',
      },
      help: {
        title: 'Qui trovi il resto',
        text: 'L’aiuto apre il paragrafo del manuale sulla pagina in cui sei; <b>?</b> mostra tutti i tasti.',
      },
    },
    administrator: {
      registry: {
        title: 'Gli impianti del portale',
        text: 'Un impianto si collega con il codice che fa il suo amministratore: si incolla qui e si confrontano le impronte.',
      },
      users: {
        title: 'Le persone',
        text: 'Si invitano per e-mail e scelgono da sé la password. Un amministratore si crea e si toglie in due.',
      },
      settings: {
        title: 'Le impostazioni',
        text: 'Posta, secondo fattore, domini, mappe: ogni valore dice chi l’ha cambiato per ultimo.',
      },
      news: {
        title: 'Le notizie',
        text: 'Ciò che pubblichi si apre a ognuno dopo l’accesso, una volta.',
      },
      help: {
        title: 'Qui trovi il resto',
        text: 'L’aiuto apre il paragrafo del manuale sulla pagina in cui sei. Amministrare il portale non dà diritti sui transiti.',
      },
    },
    plant: {
      credentials: {
        title: 'I tuoi impianti',
        text: 'Qui aggiungi le credenziali di un impianto. Sono sigillate con la tua password: il portale non le legge.',
      },
      gates: {
        title: 'Varchi e telecamere',
        text: 'Si aggiungono, si spostano sulla mappa, e di una telecamera nuova si vedono i messaggi prima che contino.',
      },
      users: {
        title: 'Chi vede che cosa',
        text: 'Utenti, gruppi e distretti: nessuno dà più di quanto ha, e ogni cambiamento resta nel registro.',
      },
      settings: {
        title: 'Regole e conservazione',
        text: 'Ogni termine ha la sua base giuridica e il suo atto. Prima di accorciarlo si vede che cosa verrebbe cancellato.',
      },
      help: {
        title: 'Qui trovi il resto',
        text: 'L’aiuto apre il paragrafo del manuale sulla pagina in cui sei.',
      },
    },
    auditor: {
      audit: {
        title: 'Chi ha guardato che cosa',
        text: 'Una domanda a tutti i registri insieme: per persona, targa, fascicolo, motivo, periodo.',
      },
      review: {
        title: 'La revisione del mese',
        text: 'Regole che si leggono riga per riga e un sorteggio dicono quali persone rivedere; la persona può rispondere.',
      },
      logged: {
        title: 'Anche leggere si vede',
        text: 'Ogni tua domanda ed esportazione è a sua volta una voce. Nessuno può cambiare ciò che è scritto.',
      },
      own: {
        title: 'Le tue consultazioni',
        text: 'Nella barra del fascicolo ognuno vede le proprie voci e le domande ricevute.',
      },
      help: {
        title: 'Qui trovi il resto',
        text: 'L’aiuto apre il paragrafo del manuale sulla pagina in cui sei. Leggere il registro non dà diritti sui transiti.',
      },
    },
  },
};
