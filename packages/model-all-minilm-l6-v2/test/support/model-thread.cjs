// Runs the compiled package: jest's modules have arrays of their own, which ONNX Runtime's binding does not know.
'use strict';
const { parentPort } = require('node:worker_threads');
const { SentenceModel } = require('../../dist');

void SentenceModel.load().then((model) => {
  parentPort.on('message', async (text) => parentPort.postMessage(await model.embed(text)));
});
