import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { buildTransitId } from '@varco/domain/transits/transit-id.ts';
import type { BenchRow, Traffic } from '../data/traffic.ts';

const twoDigits = (n: number): string => (n < 10 ? `0${n}` : String(n));

/**
 * Formats times as `2026-10-01 07:28:09.793`; creating a Date for each of thirty million rows would dominate the
 * cost.
 */
class TimeFormatter {
  private hour = -1;
  private head = '';

  text(ms: number): string {
    const hour = Math.floor(ms / 3_600_000);
    if (hour !== this.hour) {
      this.hour = hour;
      this.head = new Date(ms).toISOString().slice(0, 14).replace('T', ' ');
    }
    const rest = ms - hour * 3_600_000;
    const second = Math.floor(rest / 1000);
    return `${this.head}${twoDigits(Math.floor(second / 60))}:${twoDigits(second % 60)}.${String(rest % 1000).padStart(3, '0')}`;
  }
}

function formatLine(
  { ms, gate, plate, vehicle, speed, lane, confidence }: BenchRow,
  { words }: Traffic,
  clock: TimeFormatter,
): string {
  const adr = vehicle.adrUn === 0 ? '' : `${vehicle.adrKemler}/${vehicle.adrUn}`;
  const said = [
    words.getWord('nation', vehicle.nation),
    words.getWord('brand', vehicle.brand),
    words.getWord('model', vehicle.model),
    words.getWord('colour', vehicle.colour),
    words.getWord('class', vehicle.vclass),
  ].join('\t');
  return `${buildTransitId(gate, plate, ms)}\t${clock.text(ms)}\t${plate}\t${gate}\t${said}\t${speed}\t${lane}\t${confidence}\t${adr}\n`;
}

/** Writes the rows of some days as tab-separated text, oldest first. */
export async function writeRowsFile(path: string, traffic: Traffic, days: readonly number[]): Promise<void> {
  const file = createWriteStream(path);
  const clock = new TimeFormatter();
  let lines: string[] = [];
  for (const day of days) {
    for (const row of traffic.day(day)) {
      if (lines.push(formatLine(row, traffic, clock)) < 20_000) continue;
      if (!file.write(lines.join(''))) await once(file, 'drain');
      lines = [];
    }
  }
  file.end(lines.join(''));
  await once(file, 'close');
}
