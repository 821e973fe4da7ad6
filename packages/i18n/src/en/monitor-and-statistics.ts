import { monitor as monitorWords } from './monitor.ts';
import { statistics as statisticsWords } from './statistics.ts';

/** One file for statistics and camera monitor, which load together. */
export const monitor = monitorWords;
export const statistics = statisticsWords;
