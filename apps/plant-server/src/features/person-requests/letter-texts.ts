import type { PersonRequestKind, PersonRequestRegime, RefusalGround } from '@varco/contract/plant/person-requests.ts';

/** Fixed texts of the letters. They are Italian whatever language the officer uses, because a person in Italy receives them. */

export const SUBJECTS: Readonly<Record<PersonRequestKind, string>> = {
  access: 'accesso ai dati personali',
  rectification: 'rettifica di dati personali',
  erasure: 'cancellazione di dati personali',
  restriction: 'limitazione del trattamento di dati personali',
};

export const RIGHTS: Readonly<Record<PersonRequestRegime, Readonly<Record<PersonRequestKind, string>>>> = {
  gdpr: {
    access: 'art. 15 del Regolamento (UE) 2016/679',
    rectification: 'art. 16 del Regolamento (UE) 2016/679',
    erasure: 'art. 17 del Regolamento (UE) 2016/679',
    restriction: 'art. 18 del Regolamento (UE) 2016/679',
  },
  police: {
    access: 'art. 11 del D.Lgs. 18 maggio 2018, n. 51',
    rectification: 'art. 12 del D.Lgs. 18 maggio 2018, n. 51',
    erasure: 'art. 12 del D.Lgs. 18 maggio 2018, n. 51',
    restriction: 'art. 12 del D.Lgs. 18 maggio 2018, n. 51',
  },
};

export const LEGAL_BASES: Readonly<Record<PersonRequestRegime, string>> = {
  gdpr: 'I dati sono trattati per un compito di interesse pubblico, a norma dell’art. 6, paragrafo 1, lettera e), del Regolamento (UE) 2016/679.',
  police:
    'I dati sono trattati per la prevenzione, l’indagine, l’accertamento e il perseguimento di reati e per la sicurezza pubblica, a norma dell’art. 5 del D.Lgs. 18 maggio 2018, n. 51.',
};

export const CATEGORIES: Readonly<Record<PersonRequestRegime, string>> = {
  gdpr: 'Targa letta al passaggio, con data, ora, varco, direzione e corsia; immagini del passaggio; caratteristiche visibili del veicolo; esito dei controlli su assicurazione e revisione. Le finalità sono la sicurezza della circolazione e le funzioni di polizia locale.',
  police:
    'Targa letta al passaggio, con data, ora, varco, direzione e corsia; immagini del passaggio; caratteristiche visibili del veicolo; esito dei controlli su assicurazione e revisione. Le finalità sono la prevenzione e il perseguimento dei reati e la sicurezza pubblica.',
};

export const SOURCES =
  'Le telecamere poste ai varchi dell’impianto e, per assicurazione e revisione, gli archivi del Ministero delle infrastrutture e dei trasporti.';

export const RECIPIENTS =
  'Personale autorizzato del titolare e di chi tiene l’impianto per suo conto; forze di polizia che operano sull’impianto; autorità giudiziaria, quando ne fa richiesta. I dati non sono trasferiti fuori dall’Unione europea e non sono usati per decisioni del tutto automatizzate.';

export const COMPLAINTS: Readonly<Record<PersonRequestRegime, string>> = {
  gdpr: 'Può proporre reclamo al Garante per la protezione dei dati personali (art. 77 del Regolamento) o ricorso al giudice ordinario (art. 79 del Regolamento).',
  police:
    'Può chiedere al Garante per la protezione dei dati personali di verificare il trattamento (art. 13 del D.Lgs. n. 51 del 2018), proporgli reclamo o rivolgersi al giudice ordinario (art. 39 dello stesso decreto).',
};

/** The same in every letter, so that it says nothing about this one. */
export const LIMITS =
  'Questa risposta non riguarda informazioni la cui comunicazione la legge esclude, limita o rinvia; la frase è uguale in ogni risposta e non significa che ve ne siano.';

export const BACKUPS =
  'Le copie di sicurezza, nelle quali non si fanno ricerche, possono contenere questi dati fino alla loro scadenza.';

export const GROUNDS: Readonly<Record<RefusalGround, string>> = {
  identity:
    'l’identità di chi ha presentato la richiesta non è stata provata (art. 12, paragrafo 6, del Regolamento (UE) 2016/679)',
  unfounded:
    'la richiesta è manifestamente infondata o eccessiva (art. 12, paragrafo 5, del Regolamento (UE) 2016/679)',
  no_data: 'nel periodo indicato l’impianto non conserva dati riferibili alla targa',
  legal_hold: 'i dati sono soggetti a un obbligo di conservazione che ne esclude la modifica e la cancellazione',
  investigation:
    'la risposta comprometterebbe indagini, accertamenti o il perseguimento di reati (art. 14 del D.Lgs. 18 maggio 2018, n. 51)',
  public_security:
    'la risposta comprometterebbe la tutela della sicurezza pubblica (art. 14 del D.Lgs. 18 maggio 2018, n. 51)',
  national_security:
    'la risposta comprometterebbe la tutela della sicurezza nazionale (art. 14 del D.Lgs. 18 maggio 2018, n. 51)',
  rights_of_others:
    'la risposta lederebbe diritti e libertà di altre persone (art. 14 del D.Lgs. 18 maggio 2018, n. 51)',
};

/** The same grounds under the police regime, where the Regulation does not apply. */
export const POLICE_GROUND_WORDS: Readonly<Partial<Record<RefusalGround, string>>> = {
  identity: 'l’identità di chi ha presentato la richiesta non è stata provata',
  unfounded: 'la richiesta è manifestamente infondata o eccessiva',
};

/** The person is informed before a restriction is lifted: GDPR art. 18(3), D.Lgs. 51/2018 art. 12. */
export const LIFT_NOTICES: Readonly<Record<PersonRequestRegime, string>> = {
  gdpr: 'La informiamo, a norma dell’art. 18, paragrafo 3, del Regolamento (UE) 2016/679, che la limitazione sarà revocata: i dati torneranno consultabili da chi ne ha il diritto, fino al termine della loro conservazione.',
  police:
    'La informiamo, a norma dell’art. 12 del D.Lgs. 18 maggio 2018, n. 51, che la limitazione sarà revocata: i dati torneranno consultabili da chi ne ha il diritto, fino al termine della loro conservazione.',
};

/** What a restriction means for its data; the same in every letter of one. */
export const RESTRICTION_MEANS =
  'Non compaiono più in alcuna ricerca, statistica o esportazione; restano conservati, cifrati, fino al termine previsto. Prima di un’eventuale revoca della limitazione Lei ne sarà informato. I passaggi successivi non sono compresi.';
