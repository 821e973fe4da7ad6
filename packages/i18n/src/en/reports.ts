import { monitor as monitorWords } from './monitor.ts';
import { statistics as statisticsWords } from './statistics.ts';

/** Statistics and camera monitor come in one file. */
export const monitor = monitorWords;
export const statistics = statisticsWords;
