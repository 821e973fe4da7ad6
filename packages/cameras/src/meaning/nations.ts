import { foldWord } from './words.ts';

/** Varco's code (the distinguishing sign), ISO alpha-2, alpha-3, ISO number, names. */
const ROWS = [
  'I|IT|ITA|380|italy,italia,italian,italie,italien',
  'RO|RO|ROU|642|romania,rom',
  'D|DE|DEU|276|germany,germania,deutschland,ger,brd',
  'F|FR|FRA|250|france,francia,frankreich',
  'CH|CH|CHE|756|switzerland,svizzera,schweiz,suisse,sui',
  'A|AT|AUT|040|austria,österreich,oesterreich',
  'PL|PL|POL|616|poland,polonia,polska,polen',
  'BG|BG|BGR|100|bulgaria,bul',
  'SLO|SI|SVN|705|slovenia',
  'HR|HR|HRV|191|croatia,croazia,hrvatska,cro',
  'E|ES|ESP|724|spain,spagna,españa,espana,spanien',
  'NL|NL|NLD|528|netherlands,thenetherlands,holland,paesibassi,olanda,ned',
  'CZ|CZ|CZE|203|czechia,czechrepublic,czech,repubblicaceca',
  'H|HU|HUN|348|hungary,ungheria,ungarn',
  'GB|GB|GBR|826|unitedkingdom,uk,greatbritain,britain,england,regnounito,eng',
  'UA|UA|UKR|804|ukraine,ucraina',
  'AL|AL|ALB|008|albania',
  'B|BE|BEL|056|belgium,belgio,belgie,belgien,belgique',
  'BIH|BA|BIH|070|bosnia,bosniaandherzegovina,bosniaherzegovina,bosniaerzegovina',
  'BY|BY|BLR|112|belarus,bielorussia',
  'DK|DK|DNK|208|denmark,danimarca,den',
  'EST|EE|EST|233|estonia',
  'FIN|FI|FIN|246|finland,finlandia',
  'GR|GR|GRC|300|greece,grecia,gre,hellas',
  'IRL|IE|IRL|372|ireland,irlanda',
  'L|LU|LUX|442|luxembourg,lussemburgo,luxemburg',
  'LT|LT|LTU|440|lithuania,lituania',
  'LV|LV|LVA|428|latvia,lettonia,lat',
  'MA|MA|MAR|504|morocco,marocco',
  'MD|MD|MDA|498|moldova,moldavia',
  'MNE|ME|MNE|499|montenegro',
  'N|NO|NOR|578|norway,norvegia,norge',
  'NMK|MK|MKD|807|northmacedonia,macedonia,macedoniadelnord',
  'P|PT|PRT|620|portugal,portogallo,por',
  'RKS|XK|XKX|983|kosovo,rks,xkk',
  'RSM|SM|SMR|674|sanmarino',
  'S|SE|SWE|752|sweden,svezia,sverige,schweden',
  'SK|SK|SVK|703|slovakia,slovacchia',
  'SRB|RS|SRB|688|serbia',
  'TR|TR|TUR|792|turkey,turchia,türkiye,turkiye',
  'V|VA|VAT|336|vatican,vaticano,vaticancity,holysee',
  'MC|MC|MCO|492|monaco',
  'AND|AD|AND|020|andorra',
  'FL|LI|LIE|438|liechtenstein',
  'M|MT|MLT|470|malta',
  'CY|CY|CYP|196|cyprus,cipro',
  'IS|IS|ISL|352|iceland,islanda',
  'RUS|RU|RUS|643|russia,russianfederation,federazionerussa',
  'TN|TN|TUN|788|tunisia',
  'DZ|DZ|DZA|012|algeria,alg',
  'ET|EG|EGY|818|egypt,egitto',
  'IL|IL|ISR|376|israel,israele',
  'GE|GE|GEO|268|georgia',
  'AM|AM|ARM|051|armenia',
  'AZ|AZ|AZE|031|azerbaijan',
  'KZ|KZ|KAZ|398|kazakhstan',
  'USA|US|USA|840|unitedstates,unitedstatesofamerica,america,statiuniti',
  'CDN|CA|CAN|124|canada',
  'MEX|MX|MEX|484|mexico,messico',
  'BR|BR|BRA|076|brazil,brasile,brasil',
  'RA|AR|ARG|032|argentina',
  'RCH|CL|CHL|152|chile,cile',
  'CO|CO|COL|170|colombia',
  'PE|PE|PER|604|peru,perù',
  'CN|CN|CHN|156|china,cina',
  'J|JP|JPN|392|japan,giappone',
  'IND|IN|IND|356|india',
  'AUS|AU|AUS|036|australia',
  'NZ|NZ|NZL|554|newzealand,nuovazelanda',
  'ZA|ZA|ZAF|710|southafrica,sudafrica',
  'UAE|AE|ARE|784|unitedarabemirates,emirates,emiratiarabi,uae',
  'KSA|SA|SAU|682|saudiarabia,arabiasaudita,ksa',
];

/**
 * By ISO code, number and name first: cameras send those. A sign counts only where no ISO code reads the same, except in
 * families that send signs.
 */
const BY_ISO = new Map<string, string>();
const BY_SIGN = new Map<string, string>();
for (const row of ROWS) {
  const [sign = '', iso2 = '', iso3 = '', number = '', names = ''] = row.split('|');
  for (const word of [iso2, iso3, number, String(Number(number)), ...names.split(',')])
    BY_ISO.set(foldWord(word), sign);
  BY_SIGN.set(foldWord(sign), sign);
}

/**
 * Varco's nation code of what a camera sends; null: not known. Regions such as `us-ca` count as their nation, `eu-it` as `it`.
 * @param signsFirst the family sends distinguishing signs
 */
export function toNation(text: string, signsFirst: boolean): string | null {
  const folded = foldWord(text);
  const [first, second] = signsFirst ? [BY_SIGN, BY_ISO] : [BY_ISO, BY_SIGN];
  const whole = first.get(folded) ?? second.get(folded);
  if (whole !== undefined) return whole;
  const [, nation = '', region = ''] = /^([a-z]{2,3})[-_ ]([\da-z]{1,12})/i.exec(text.trim().toLowerCase()) ?? [];
  return BY_ISO.get(nation === 'eu' ? region : nation) ?? null;
}
