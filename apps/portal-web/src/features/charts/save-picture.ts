import { saveFile } from '../../lib/save-file.ts';

/** Saves the chart drawn in `figure` as PNG: its layers above each other, on the ground of the theme. */
export function savePicture(figure: HTMLElement | null, name: string): void {
  const layers = [...(figure?.querySelectorAll('canvas') ?? [])];
  const [first] = layers;
  if (figure === null || first === undefined) return;
  const sheet = document.createElement('canvas');
  sheet.width = first.width;
  sheet.height = first.height;
  const pen = sheet.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = getComputedStyle(figure).backgroundColor;
  pen.fillRect(0, 0, sheet.width, sheet.height);
  for (const layer of layers) pen.drawImage(layer, 0, 0);
  sheet.toBlob((picture) => {
    if (picture !== null) saveFile(name, picture);
  }, 'image/png');
}
