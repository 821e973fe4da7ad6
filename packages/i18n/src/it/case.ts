/** Reason and case number of a consultation. */
export const caseTexts = {
  title: 'Motivo della consultazione',
  intro: 'Il motivo viaggia con ogni richiesta e resta nel registro di ogni impianto, insieme al tuo nome e all’ora.',
  reason: 'Motivo',
  text: 'Spiegazione',
  textHint: 'Almeno {{min}} caratteri',
  number: 'Numero di fascicolo',
  missingCode: 'Scegli un motivo.',
  shortText: 'Scrivi almeno {{min}} caratteri, non uno solo ripetuto.',
};
