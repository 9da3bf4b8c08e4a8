import { schemas } from '@heliograph/contract';
import fc from 'fast-check';
import { cellText, choose, parseFields, valueAt } from './fields';

const signal = {
  id: '7',
  title: 'A title',
  company: { slug: 'acme', name: 'Acme' },
  industries: ['Robotics', 'Aerospace'],
  hiring: { types: ['new-role'] },
};
const known = ['id', 'title', 'company', 'industries', 'hiring', 'funding'];

describe('parseFields', () => {
  it('reads names and paths', () => {
    expect(parseFields('id, company.name', known)).toEqual([['id'], ['company', 'name']]);
  });

  it.each(['', ' , ', 'id,compnay.name', 'company..name', '.id'])(
    'refuses %j and lists what exists',
    (text) => {
      expect(() => parseFields(text, known)).toThrow(
        expect.objectContaining({
          exitCode: 2,
          remedy: expect.stringContaining('id, title, company') as string,
        }),
      );
    },
  );
});

describe('with a schema', () => {
  const pathOf = (text: string) =>
    parseFields(text, Object.keys(schemas.Signal.properties), schemas.Signal).map((path) => path.join('.'));

  it.each(['company', 'company.name', 'hiring.types', 'matched.start', 'funding'])('accepts %s', (text) =>
    expect(pathOf(text)).toEqual([text]),
  );

  it.each(['company.nmae', 'company.name.x', 'title.length', 'matched.nope', 'company.constructor'])(
    'refuses %s',
    (text) => expect(() => pathOf(text)).toThrow(`there is no field "${text}"`),
  );
});

describe('choose', () => {
  it('keeps nesting and order, and omits absent values', () => {
    const paths = parseFields('company.name,funding.stage,id,industries,hiring.types,company.slug', known);
    expect(JSON.stringify(choose(signal, paths))).toBe(
      '{"company":{"name":"Acme","slug":"acme"},"id":"7","industries":["Robotics","Aerospace"],"hiring":{"types":["new-role"]}}',
    );
  });

  it('does not change the record', () => {
    const before = structuredClone(signal);
    choose(signal, [['company'], ['company', 'name'], ['company', 'slug', 'x']]);
    expect(signal).toEqual(before);
  });

  it('looks into lists', () => {
    expect(valueAt({ days: [{ date: 'a' }, { date: 'b' }, {}] }, ['days', 'date'])).toEqual(['a', 'b']);
  });

  it('creates only own properties, whatever the names are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('__proto__', 'constructor', 'a', 'b'), { minLength: 1 }),
        (path) => {
          const record: unknown = JSON.parse(
            path.reduceRight((inner, step) => `{${JSON.stringify(step)}:${inner}}`, '1'),
          );
          const chosen = choose(record, [path]);
          expect(JSON.stringify(chosen)).toBe(JSON.stringify(record));
          expect(Object.getPrototypeOf(chosen)).toBe(Object.prototype);
        },
      ),
    );
  });
});

describe('cellText', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    [0, '0'],
    [false, 'false'],
    [['a', 'b'], 'a; b'],
    [{ a: 1 }, '{"a":1}'],
  ])('%j is %j', (value, text) => {
    expect(cellText(value)).toBe(text);
  });
});
