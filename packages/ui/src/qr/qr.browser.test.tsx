import jsQR from 'jsqr';
import { expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { QrCode } from './QrCode.tsx';

const SIDE_PX = 600;
const ADDRESS =
  'otpauth://totp/Varco:bruni?issuer=Varco&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30';

/** Photographs the code as a phone would: the picture on the screen, read by a library that knows nothing of how it was made. */
async function readCode(): Promise<string | undefined> {
  const svg = document.querySelector('svg');
  if (svg === null) throw new Error('no code');
  // As a picture of its own it has no style sheet: the colours of the screen are written into it.
  svg.setAttribute('style', `color: ${getComputedStyle(svg).color}; fill: ${getComputedStyle(svg).fill}`);
  const { backgroundColor } = getComputedStyle(svg);
  const picture = new Image(SIDE_PX, SIDE_PX);
  svg.setAttribute('width', String(SIDE_PX));
  svg.setAttribute('height', String(SIDE_PX));
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await picture.decode();
  const context = new OffscreenCanvas(SIDE_PX, SIDE_PX).getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.fillStyle = backgroundColor;
  context.fillRect(0, 0, SIDE_PX, SIDE_PX);
  context.drawImage(picture, 0, 0, SIDE_PX, SIDE_PX);
  const { data } = context.getImageData(0, 0, SIDE_PX, SIDE_PX);
  return jsQR(data, SIDE_PX, SIDE_PX)?.data;
}

it('TFA-04 a phone reads the address of the authenticator from the code on the screen, in both themes', async () => {
  for (const theme of ['light', 'dark']) {
    document.documentElement.dataset['mantineColorScheme'] = theme;
    const screen = await render(<QrCode text={ADDRESS} label="Code" />);
    expect(await readCode()).toBe(ADDRESS);
    await screen.unmount();
  }
  delete document.documentElement.dataset['mantineColorScheme'];
});

it('short and long texts are read, with accents', async () => {
  for (const text of ['a', 'è così', 'x'.repeat(600)]) {
    const screen = await render(<QrCode text={text} label="Code" />);
    expect(await readCode()).toBe(text);
    await screen.unmount();
  }
});
