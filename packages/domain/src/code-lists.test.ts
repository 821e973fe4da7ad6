import { expect, test } from 'vitest';
import { ADR_CLASSES, COLOURS, FREQUENT_FOREIGN_NATIONS, NATIONS, VEHICLE_CLASSES } from './code-lists.ts';

test('CONST-09 nine vehicle types', () => {
  expect(VEHICLE_CLASSES.join(' ')).toBe('car bus light_truck heavy_truck motorbike moped trailer van undefined');
});

test('CONST-10 ten colours, each once', () => {
  expect(new Set(COLOURS).size).toBe(10);
});

test('CONST-11 thirteen classes of dangerous goods', () => {
  expect(ADR_CLASSES.join(' ')).toBe('1 2 3 4.1 4.2 4.3 5.1 5.2 6.1 6.2 7 8 9');
});

test('CONST-06 CONST-08 sixteen foreign codes, and forty nations with them and Italy, each once', () => {
  expect(FREQUENT_FOREIGN_NATIONS).toHaveLength(16);
  expect(NATIONS).toHaveLength(40);
  expect(new Set(NATIONS).size).toBe(40);
  for (const code of NATIONS) expect(code).toMatch(/^[A-Z]{1,3}$/);
});
