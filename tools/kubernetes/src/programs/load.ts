/**
 * load.js OPTIONS: loads a gateway until its standard input ends. Prints a line `{requests, failures}` twice a second,
 * and the result on the last line.
 */
import { Load } from '@heliograph/cluster';

const PROGRESS_MS = 500;

const load = new Load(JSON.parse(process.argv[2]!) as ConstructorParameters<typeof Load>[0]);
load.start();
const progress = setInterval(() => print(load.counts), PROGRESS_MS);
process.stdin.resume();
process.stdin.once('end', () => {
  clearInterval(progress);
  void load.stop().then(print);
});

function print(content: object): void {
  process.stdout.write(`${JSON.stringify(content)}\n`);
}
