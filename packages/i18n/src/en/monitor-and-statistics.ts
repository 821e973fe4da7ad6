import { charts as chartWords } from './charts.ts';
import { controlRoom as controlRoomWords } from './control-room.ts';
import { monitor as monitorWords } from './monitor.ts';
import { statistics as statisticsWords } from './statistics.ts';

/** One file for charts, statistics, camera monitor and control room, which load together. */
export const charts = chartWords;
export const controlRoom = controlRoomWords;
export const monitor = monitorWords;
export const statistics = statisticsWords;
