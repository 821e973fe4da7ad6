import { expect, test } from 'vitest';
import { isNoPlate } from './no-plate.ts';

test.each([
  ...[
    'NO PLATE',
    'No_Plates Found',
    'unknown',
    '-',
    '******',
    '????',
    '00000000',
    'XXXXXXX',
    'N/A',
    '[none]',
    'NOT VISIBLE',
  ],
  ...[
    'vehicle without plate',
    'No Number',
    'null plate',
    'unknownLicensePlate',
    'TARGA NON VISIBILE',
    'Placa no detectada',
    '无牌照',
    '',
  ],
])('%j says that no plate was read', (text) => {
  expect(isNoPlate(text)).toBe(true);
});

test.each(['AB123CD', 'XX123XX', 'XXX', 'NO12345', 'X1XX', '1234567', 'KX55 TWO', 'FALSE1', 'B-XX 1'])(
  '%j is a plate',
  (text) => {
    expect(isNoPlate(text)).toBe(false);
  },
);
