import { forgetInvitationToken, keepInvitationToken, keptInvitationToken } from './invitation-token';

const TOKEN = `01920000-0000-7000-8000-000000000000.${'a'.repeat(43)}`;

function tabAt(address: string, isBlocked = false) {
  const stored = new Map<string, string>();
  const tab = {
    location: new URL(address, 'https://own.example'),
    history: {
      state: null,
      replaceState: (_state: unknown, _title: string, path: string) => {
        tab.location = new URL(path, tab.location);
      },
    },
    /** As in a browser that blocks it. */
    get sessionStorage() {
      if (isBlocked) throw new DOMException('Access is denied', 'SecurityError');
      return {
        getItem: (name: string) => stored.get(name) ?? null,
        setItem: (name: string, value: string) => void stored.set(name, value),
        removeItem: (name: string) => void stored.delete(name),
      };
    },
  };
  return tab as unknown as Window;
}

it.each([false, true])(
  'keeps the token and takes it out of the address (storage blocked: %s)',
  (isBlocked) => {
    const tab = tabAt(`/join#${TOKEN}`, isBlocked);
    keepInvitationToken(tab);
    expect(tab.location.href).toBe('https://own.example/join');
    expect(keptInvitationToken(tab)).toBe(TOKEN);
    forgetInvitationToken(tab);
    expect(keptInvitationToken(tab)).toBeUndefined();
  },
);

it.each(['/join#nonsense', '/join', `/keys#${TOKEN}`])('finds none in %s', (address) => {
  const tab = tabAt(address);
  keepInvitationToken(tab);
  expect(keptInvitationToken(tab)).toBeUndefined();
});
