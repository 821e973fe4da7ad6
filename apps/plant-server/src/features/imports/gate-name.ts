/** Name of a gate without case, accents and superfluous spaces: "PORTA  Santì" and "porta santi" are one gate. */
export const foldGateName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
