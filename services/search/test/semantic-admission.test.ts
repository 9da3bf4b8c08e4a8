import { search, type embedding } from '@heliograph/proto';
import { ServiceError, type OutgoingCall } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { FakeEmbeddings } from './support/fake-embeddings';
import { SemanticSystem } from './support/semantic-system';

/** Answers texts about patience only once released, or when their call is canceled. */
class SlowEmbeddings extends FakeEmbeddings {
  waiting = 0;
  private readonly released = new AbortController();

  release(): void {
    this.released.abort();
  }

  override async embed(request: embedding.EmbedRequest, call: OutgoingCall) {
    if (!request.texts[0]?.includes('patience')) return super.embed(request, call);
    this.waiting += 1;
    await new Promise<void>((resolve) => {
      for (const ending of [call.signal, this.released.signal]) {
        ending?.addEventListener('abort', () => resolve(), { once: true });
      }
    });
    this.waiting -= 1;
    throw new ServiceError('unavailable', 'The service is temporarily unavailable.');
  }
}

it("answers others while one account's semantic searches wait, even after it disconnected", async () => {
  const embeddings = new SlowEmbeddings();
  const system = await SemanticSystem.start({ SEMANTIC_SEARCHES: '4' }, { embeddings });
  try {
    await system.prepare({ 1: 'robots' });
    const searchAs = (accountId: string, text: string, signal?: AbortSignal, timeoutMs = 10_000) =>
      system.client.semanticSearch(search.SemanticSearchRequest.fromPartial({ text, limit: 1 }), {
        requestId: 'request-1',
        accountId,
        signal,
        timeoutMs,
      });
    const controller = new AbortController();
    const greedy = Array.from({ length: 8 }, (_, index) =>
      searchAs('greedy', `patience ${index}`, controller.signal).catch((error: ServiceError) => error),
    );
    await waitFor(() => embeddings.waiting === 2);
    for (let index = 0; index < 5; index += 1) {
      expect(await searchAs('modest', `now ${index}`)).toMatchObject({ itemCount: 1 });
    }
    expect(embeddings.waiting).toBe(2);
    controller.abort();
    await Promise.all(greedy);
    // Its turns last as long as the embeddings that it abandoned.
    await expect(searchAs('greedy', 'now', undefined, 1_000)).rejects.toBeInstanceOf(ServiceError);
    expect(embeddings.waiting).toBe(2);
    expect(await searchAs('modest', 'now')).toMatchObject({ itemCount: 1 });
    embeddings.release();
    await waitFor(() => embeddings.waiting === 0);
  } finally {
    await system.stop();
  }
});
