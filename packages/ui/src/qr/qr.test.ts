import { expect, it } from 'vitest';
import { qrMatrix, type QrMatrix } from './qr-matrix.ts';

const draw = (matrix: QrMatrix): string[] => matrix.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''));

// Verified with an independent reader (jsQR 1.4) when added, like 24 other texts of 1 to 700 bytes.
const LETTER_A = `
#######..#.##.#######
#.....#.#.##..#.....#
#.###.#.##.#..#.###.#
#.###.#.#.##..#.###.#
#.###.#..#..#.#.###.#
#.....#...##..#.....#
#######.#.#.#.#######
........##...........
#.....#.#.##.##..###.
#..##......###.###..#
..#.###..##.#.##.....
.#.#.#.##..#####.#.#.
##.#..####.##########
........##..#.....#.#
#######..###.#..####.
#.....#...#...#...###
#.###.#..###.#..###..
#.###.#..#.#####.#...
#.###.#..#.###.###.##
#.....#...######.#...
#######.#.#.#..#..##.`;

it('TFA-04 the code of a text is the one a reader reads', () => {
  expect(draw(qrMatrix('a')).join('\n')).toBe(LETTER_A.trim());
});

it('TFA-04 an address of an authenticator, with blocks interleaved and version marks, does not change unseen', async () => {
  const uri =
    'otpauth://totp/Varco:bruni?issuer=Varco&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30';
  const bits = draw(qrMatrix(uri)).join('\n').replaceAll('#', '1').replaceAll('.', '0');
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(bits));
  expect(Buffer.from(hash).toString('hex')).toBe('a34c744d45c492ef152b713a1bd872941abe01358d69d15cb3422b1ead0f8095');
});

it('the smallest version that holds the text is taken; what holds in none is refused', () => {
  expect(qrMatrix('x'.repeat(14)).length).toBe(21);
  expect(qrMatrix('x'.repeat(15)).length).toBe(25);
  expect(qrMatrix('x'.repeat(2331)).length).toBe(177);
  expect(() => qrMatrix('x'.repeat(2332))).toThrow(RangeError);
});
