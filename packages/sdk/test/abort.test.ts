import { Heliograph } from '../src/index.ts';
import { answer, problem, ScriptedServer, silence } from './support/scripted-server.ts';

it("rejects with the signal's reason when aborted, during an attempt or a pause", async () => {
  const server = await ScriptedServer.start();
  try {
    const client = new Heliograph({ baseUrl: server.url, apiKey: 'hg_live_key' });
    const reason = new Error('the user has gone');
    for (const turn of [silence, problem(503, 'unavailable', { 'retry-after': '30' })]) {
      const controller = new AbortController();
      server.play((request, response) => {
        turn(request, response);
        setImmediate(() => controller.abort(reason));
      });
      await expect(client.signals.search({}, { signal: controller.signal })).rejects.toBe(reason);
    }
    server.play(answer());
    await expect(client.signals.search({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.seen).toHaveLength(0);
  } finally {
    await server.close();
  }
});
