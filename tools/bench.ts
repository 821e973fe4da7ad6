// `npm run bench -- NAME`: benchmarks of the plant server on invented data of a given size, through its HTTP API.
import { runBench } from '../bench/bench.ts';

process.exitCode = await runBench(process.argv.slice(2));
