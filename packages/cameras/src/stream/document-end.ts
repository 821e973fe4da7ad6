const [QUOTE, APOSTROPHE, SLASH, LESS, GREATER, BACKSLASH] = [0x22, 0x27, 0x2f, 0x3c, 0x3e, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Finds where a document that arrives in pieces ends. Reads each byte a bounded number of times. */
export interface DocumentEnd {
  /** Index after the last byte of the document; null: more is needed. `bytes`: all of it that arrived, from its first one. */
  find(bytes: Uint8Array): number | null;
}

/** End of a JSON value that begins with a brace or bracket. */
export function createJsonEnd(): DocumentEnd {
  let [at, depth] = [0, 0];
  let isText = false;
  return {
    find(bytes) {
      for (; at < bytes.length; at += 1) {
        const byte = bytes[at];
        if (isText) {
          if (byte === BACKSLASH) at += 1;
          else if (byte === QUOTE) isText = false;
        } else if (byte === QUOTE) isText = true;
        else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth += 1;
        else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
          depth -= 1;
          if (depth <= 0) return at + 1;
        }
      }
      return null;
    },
  };
}

/** Beginnings of what is no element, and how each ends. An empty text begins everything else. */
const MARKUP = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const;
const LONGEST_BEGINNING = 9;

const startsWith = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

/** End of the root element of an XML document. What is damaged in it is the decoder's to refuse. */
export function createXmlEnd(): DocumentEnd {
  let [at, depth] = [0, 0];
  /** Text that ends the present markup; null: outside of any. */
  let ending: string | null = null;
  let quote = 0;
  let isInTag = false;
  let isClosing = false;

  /** Reads one byte inside a tag; true when the root element ended with it. */
  function readTag(bytes: Uint8Array): boolean {
    const byte = bytes[at];
    if (quote !== 0) {
      if (byte === quote) quote = 0;
      return false;
    }
    if (byte === QUOTE || byte === APOSTROPHE) quote = byte;
    if (byte !== GREATER) return false;
    isInTag = false;
    if (isClosing) depth -= 1;
    else if (bytes[at - 1] !== SLASH) depth += 1;
    return depth <= 0;
  }

  /** Begins a tag or other markup at `<`; false: its kind is not known yet. */
  function begin(bytes: Uint8Array): boolean {
    if (bytes[at + 1] === 0x21 && bytes.length - at < LONGEST_BEGINNING) return false;
    if (bytes.length - at < 2) return false;
    const markup = MARKUP.find(([beginning]) => startsWith(bytes, at, beginning));
    if (markup === undefined) {
      isInTag = true;
      isClosing = bytes[at + 1] === SLASH;
      // The slash of an ending tag is not the one of an empty element.
      at += isClosing ? 1 : 0;
    } else {
      ending = markup[1];
      at += markup[0].length - 1;
    }
    return true;
  }

  return {
    find(bytes) {
      for (; at < bytes.length; at += 1) {
        if (ending !== null) {
          if (bytes[at] === GREATER && startsWith(bytes, at - ending.length + 1, ending)) ending = null;
        } else if (isInTag) {
          if (readTag(bytes)) return at + 1;
        } else if (bytes[at] === LESS && !begin(bytes)) return null;
      }
      return null;
    },
  };
}
