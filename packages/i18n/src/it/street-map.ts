/** `varco map`: the archive of streets from a file of OpenStreetMap data. */
export const streetMap = {
  summary: 'prepara le strade della mappa da un file di OpenStreetMap (.osm.pbf)',
  option: {
    to: 'archivio da scrivere, FILE.pmtiles (obbligatorio)',
    force: 'sostituisce l’archivio, se c’è già',
  },
  needsTarget: 'Serve --to: il nome dell’archivio da scrivere, che finisce in .pmtiles.',
  exists: '{{file}} c’è già e non è stato toccato. Con --force viene sostituito.',
  fault: {
    missing: '{{file}} non c’è, o non si può leggere.',
    notPbf: '{{file}} non è un file di OpenStreetMap della forma .osm.pbf.',
    truncated: '{{file}} è interrotto o guasto: scaricarlo di nuovo.',
    empty: '{{file}} non contiene nulla che la mappa disegni.',
  },
  missing: 'Manca il programma tilemaker. Su Debian: apt-get install tilemaker',
  interrupted: 'Interrotto: l’archivio non è stato scritto.',
  failed: 'Archivio non scritto: {{reason}}',
  reading: 'Lettura dei dati …',
  writing: 'Tessere: {{percent}} %',
  done: '{{file}}: {{count}} tessere, {{size}} MB, {{area}}.',
  next: 'Copiarlo come map/streets.pmtiles nella cartella dei dati del portale, poi scrivere /map/streets.pmtiles in Impostazioni del portale > Mappe > Strade.',
};
