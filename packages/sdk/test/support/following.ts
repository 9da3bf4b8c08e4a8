import type { Heliograph, NewSavedSearch } from '../../src/index.ts';
import type { ScenarioCall } from './scenarios.ts';

/** Makes a scenario's call to saved searches or receipts. */
export async function callFollowing(client: Heliograph, call: ScenarioCall): Promise<unknown> {
  const { parameters = {}, options = {}, stopAfter } = call;
  const { searchId, deliveryId, ...more } = parameters;
  const id = String(searchId);
  switch (call.call) {
    case 'savedSearches.list':
      return client.savedSearches.list(options);
    case 'savedSearches.get':
      return client.savedSearches.get(id, options);
    case 'savedSearches.create':
      return client.savedSearches.create(more as unknown as NewSavedSearch, options);
    case 'savedSearches.update':
      return client.savedSearches.update(id, more, options);
    case 'savedSearches.delete':
      await client.savedSearches.delete(id, options);
      return {};
    case 'savedSearches.changes':
      return client.savedSearches.changes(id, more, options);
    case 'savedSearches.changePages': {
      const sizes: number[] = [];
      for await (const { items } of client.savedSearches.changePages(id, more, options)) {
        sizes.push(items.length);
        if (sizes.length === stopAfter) break;
      }
      return { sizes };
    }
    case 'savedSearches.rotateSecret':
      return client.savedSearches.rotateSecret(id, options);
    case 'savedSearches.deliveries':
      return client.savedSearches.deliveries(id, { ...more, ...options });
    case 'savedSearches.replay':
      return client.savedSearches.replay(id, String(deliveryId), options);
    case 'savedSearches.replaySince':
      return client.savedSearches.replaySince(id, String(more.since), options);
    case 'savedSearches.sendTest':
      return client.savedSearches.sendTest(id, options);
    case 'receipts.list':
      return client.receipts.list(more, options);
    case 'receipts.all': {
      const sequences: number[] = [];
      for await (const { sequence } of client.receipts.all(more, options)) sequences.push(sequence);
      return { sequences };
    }
    case 'receipts.statement':
      return { statement: await client.receipts.statement({ month: String(more.month) }, options) };
    default:
      throw new Error(`There is no call ${call.call}`);
  }
}
