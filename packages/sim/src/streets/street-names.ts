/** Names of the kind every Italian town has. */
export const STREET_NAMES: readonly string[] = [
  ...['Roma', 'Milano', 'Torino', 'Venezia', 'Bologna', 'Firenze', 'Napoli', 'Trieste', 'Genova', 'Ancona', 'Ferrara'],
  ...['Modena', 'Padova', 'Verona', 'Trento', 'Perugia', 'Pesaro', 'Urbino', 'Mantova', 'Parma', 'Piacenza', 'Arezzo'],
  ...['Garibaldi', 'Mazzini', 'Cavour', 'Verdi', 'Puccini', 'Rossini', 'Bellini', 'Donizetti', 'Vivaldi', 'Paganini'],
  ...['Dante', 'Petrarca', 'Boccaccio', 'Ariosto', 'Tasso', 'Leopardi', 'Manzoni', 'Carducci', 'Pascoli', 'Foscolo'],
  ...['Galilei', 'Volta', 'Marconi', 'Fermi', 'Torricelli', 'Leonardo', 'Raffaello', 'Giotto', 'Tiziano', 'Caravaggio'],
  ...['Matteotti', 'Gramsci', 'Curiel', 'Amendola', 'Gobetti', 'Rosselli', 'Buozzi', 'Turati', 'Saffi', 'Mameli'],
  ...['XX Settembre', 'IV Novembre', 'XXV Aprile', 'I Maggio', 'II Giugno', 'della Repubblica', 'della Libertà'],
  ...['del Lavoro', 'della Pace', 'dell’Unità', 'della Resistenza', 'del Mercato', 'del Molino', 'della Fornace'],
  ...[
    'dei Prugni',
    'dei Gelsi',
    'dei Tigli',
    'dei Platani',
    'delle Acacie',
    'delle Magnolie',
    'degli Olmi',
    'del Pino',
  ],
  ...['delle Rose', 'dei Ciliegi', 'del Noce', 'delle Querce', 'dei Pioppi', 'del Melograno', 'del Fico', 'dei Salici'],
  ...[
    'San Rocco',
    'San Martino',
    'Santa Lucia',
    'San Giorgio',
    'San Biagio',
    'Santa Chiara',
    'San Vicinio',
    'Sant’Anna',
  ],
  ...[
    'del Ponte',
    'della Chiusa',
    'del Canale',
    'della Rocca',
    'delle Mura',
    'del Borgo',
    'del Torrente',
    'della Vigna',
  ],
  ...['Adriatico', 'Tirreno', 'Ionio', 'Ligure', 'Po', 'Adige', 'Arno', 'Tevere', 'Piave', 'Isonzo', 'Savena', 'Reno'],
  ...['Monte Bianco', 'Monte Rosa', 'Cervino', 'Gran Sasso', 'Dolomiti', 'Pasubio', 'Grappa', 'Carso', 'Sila', 'Etna'],
];

/** Invented hamlets. */
export const HAMLET_NAMES: readonly string[] = [
  ...['Case Prugni', 'Borgo Olmo', 'Ca’ dei Gelsi', 'Villa Noce', 'Pieve Salice', 'San Lauro', 'Ponte del Fico'],
  ...['Case Ginestra', 'Torre Melo', 'Borgo Tiglio', 'Fossa Nuova', 'Ca’ Bruna', 'Villa Canneto', 'Pozzo Alto'],
  ...['Case Ortica', 'Molino Vecchio', 'Borgo Cicala', 'Pieve Acacia', 'Ca’ Lunga', 'San Timo', 'Villa Rovere'],
  ...['Fienile Rosso', 'Case Malva', 'Borgo Lucciola', 'Torre Cardo', 'Ca’ del Vento', 'Ponte Stretto', 'Villa Mirto'],
  ...['Case Falco', 'Borgo Airone', 'Pieve Ulivo', 'San Finocchio', 'Ca’ Nibbio', 'Villa Sambuco', 'Molino Basso'],
];
