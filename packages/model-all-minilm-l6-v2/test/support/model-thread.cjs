// Runs the compiled package: jest's modules have their own array classes, which ONNX Runtime's binding does not
// recognize.
'use strict';
const { parentPort } = require('node:worker_threads');
const { SentenceModel } = require('../../dist');

void SentenceModel.load().then((model) => {
  parentPort.on('message', async (text) => parentPort.postMessage(await model.embed(text)));
});
