// Stands in for the program of a model's thread, to do what no real model does on demand: each text is a command.
'use strict';
const { parentPort, workerData } = require('node:worker_threads');

if (workerData.isBackground) throw new Error('this program does not start in the background');

parentPort.on('message', (request) => {
  if (request === 'stop') process.exit();
  const { texts } = request;
  if (texts.includes('crash')) process.exit(7);
  if (texts.includes('throw')) throw new Error(`cannot take ${texts.join()}`);
  if (texts.includes('hang')) for (;;);
  const values = Float32Array.from(texts.flatMap((text) => [texts.length, text.length]));
  parentPort.postMessage({ kind: 'vectors', values }, [values.buffer]);
});
parentPort.postMessage({ kind: 'ready' });
