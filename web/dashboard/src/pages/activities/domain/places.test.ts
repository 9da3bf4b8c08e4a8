import { keyOfCity, keyOfCountry, keyOfPlace, placeOfKey, typedCity } from './places';

it.each([
  { kind: 'country', value: 'Germany' },
  { kind: 'city', value: 'Washington, D.C.' },
  { kind: 'city', value: 'Paris', country: 'France' },
] as const)('a place round-trips through its key: %p', (place) =>
  expect(placeOfKey(keyOfPlace(place))).toEqual(place),
);

it('a country and a city with the same name are different', () =>
  expect(keyOfCountry('Singapore')).not.toBe(keyOfCity('Singapore')));

it.each([
  ['Osaka', { kind: 'city', value: 'Osaka' }, 'Osaka'],
  ['Paris , France', { kind: 'city', value: 'Paris', country: 'France' }, 'Paris, France'],
  ['Paris,', { kind: 'city', value: 'Paris' }, 'Paris'],
  [
    'London, Ontario, Canada',
    { kind: 'city', value: 'London', country: 'Ontario, Canada' },
    'London, Ontario, Canada',
  ],
])('%j is the city %j', (text, place, label) => {
  const option = typedCity(text);
  expect(placeOfKey(option!.id)).toEqual(place);
  expect(option!.label).toBe(label);
});

it.each(['', ' ', ', France'])('%j is not a city', (text) => expect(typedCity(text)).toBeUndefined());

it("typed text has the API's limits", () => {
  const { value, country } = placeOfKey(typedCity(`${'a'.repeat(300)},${'b'.repeat(300)}`)!.id);
  expect([value.length, country!.length]).toEqual([180, 80]);
});
