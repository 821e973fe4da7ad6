/** How long the browser may take to fetch the bytes of a started download. */
const REVOKE_AFTER_MS = 30_000;

/** Lets the browser save `text` as a file of this name. */
export function saveTextFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
