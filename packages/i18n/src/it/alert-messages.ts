/** Messages of plants to people about alerts: e-mail, smartphone, radio. A radio shows 140 characters. */
export const alertMessages = {
  kind: {
    blacklist: 'Blacklist',
    interforze: 'Interforze',
    prestanome: 'Prestanome',
    revisione: 'Revisione scaduta',
    rubata: 'Veicolo rubato',
    rca: 'RCA scaduta',
  },
  title: '{{kind}}: {{gate}}',
  urged: 'NON PRESO IN CARICO - {{title}}',
  supervisor: 'AL RESPONSABILE, NON PRESO IN CARICO - {{title}}',
  plate: 'Targa {{plate}}',
  misread: 'Targa forse letta male',
  where: '{{gate}} ({{plant}})',
  passed: 'Passaggio del {{at}}',
  trialTitle: 'Prova del canale',
  trialText: 'Messaggio di prova dell’impianto {{plant}}. Nessun allarme.',
  trialAt: 'Inviato il {{at}}',
  codeTitle: 'Codice {{code}}',
  codeText:
    'Codice per registrare questa chat come dispositivo sull’impianto {{plant}}. Va inserito nel portale, in Allarmi dal vivo > Impostazioni degli allarmi.',
  codeLife: 'Vale {{minutes}} minuti e una sola volta.',
};
