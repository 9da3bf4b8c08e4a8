import { SearchIdentities, type TextStore } from './search-identity';

class Store implements TextStore {
  readonly items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
}

let count = 0;
const createId = () => `search-${++count}`;

describe('the id of a search', () => {
  it('is that of its history entry after a reload and on the way back', () => {
    const store = new Store();
    const before = new SearchIdentities(store, createId);
    const robots = before.idOf('entry-1', 'q=robots');
    const drones = before.idOf('entry-2', 'q=drones');
    const after = new SearchIdentities(store, createId);
    expect(after.idOf('entry-2', 'q=drones')).toBe(drones);
    expect(after.idOf('entry-1', 'q=robots')).toBe(robots);
    expect(robots).not.toBe(drones);
  });

  it('is another one for other words in the same entry, as when two links are opened in one tab', () => {
    const identities = new SearchIdentities(new Store(), createId);
    const first = identities.idOf('default', 'q=robots');
    expect(identities.idOf('default', 'q=drones')).not.toBe(first);
  });

  it('is another one for the same words searched again', () => {
    const identities = new SearchIdentities(new Store(), createId);
    expect(identities.idOf('entry-1', 'q=robots')).not.toBe(identities.idOf('entry-2', 'q=robots'));
  });

  it('goes on to the next entry when only a filter changed', () => {
    const identities = new SearchIdentities(new Store(), createId);
    const id = identities.idOf('entry-1', 'q=robots');
    expect(identities.idOf('entry-2', 'q=robots', { words: 'q=robots', id })).toBe(id);
    expect(identities.idOf('entry-3', 'q=drones', { words: 'q=robots', id })).not.toBe(id);
  });

  it.each([
    undefined,
    null,
    'x',
    {},
    { words: 'q=a', id: 'short' },
    { words: 'q=a', id: 'has a space in it' },
  ])('is not taken from a state that is none: %j', (carried) => {
    expect(new SearchIdentities(new Store(), createId).idOf('entry', 'q=a', carried)).toMatch(/^search-/);
  });

  it('lives as long as the page where nothing can be stored', () => {
    const refusing: TextStore = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('full');
      },
    };
    for (const identities of [
      new SearchIdentities(refusing, createId),
      new SearchIdentities(undefined, createId),
    ]) {
      expect(identities.idOf('entry', 'q=a')).toBe(identities.idOf('entry', 'q=a'));
    }
  });

  it('is made anew when what is stored is damaged', () => {
    const store = new Store();
    store.setItem('heliograph.searches', '[["entry",{"words":1}],7,{}]');
    expect(new SearchIdentities(store, createId).idOf('entry', 'q=a')).toMatch(/^search-/);
  });

  it('is kept for the latest 200 entries', () => {
    const store = new Store();
    const identities = new SearchIdentities(store, createId);
    for (let entry = 0; entry < 500; entry++) identities.idOf(`entry-${entry}`, 'q=a');
    expect(JSON.parse(store.getItem('heliograph.searches')!)).toHaveLength(200);
  });
});
