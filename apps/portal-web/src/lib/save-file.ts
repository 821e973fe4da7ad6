/** Time for the browser to read the blob of a started download before its URL is revoked. */
const REVOKE_AFTER_MS = 30_000;

/** Starts a browser download of `content` under this name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}

/** Starts a browser download of `text` under this name. */
export const saveTextFile = (name: string, text: string, type: string): void =>
  saveFile(name, new Blob([text], { type }));
