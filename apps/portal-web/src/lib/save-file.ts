/** How long the browser may take to fetch the bytes of a started download. */
const REVOKE_AFTER_MS = 30_000;

/** Lets the browser save a file of this name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** Lets the browser save `text` as a file of this name. */
export const saveTextFile = (name: string, text: string, type: string): void =>
  saveFile(name, new Blob([text], { type }));
