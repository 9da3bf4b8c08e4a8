import { checkKeyChange, checkKeyForm, type KeyFormValues } from './key-form';

const now = Date.parse('2026-03-05T12:00:00.000Z');
const valid: KeyFormValues = {
  name: ' Production ',
  scopes: ['signals:read'],
  expiry: 'never',
  expiryDate: '',
  cap: '',
  isTest: false,
};

describe('the form of a new key', () => {
  it('becomes the request', () => {
    expect(checkKeyForm(valid, now).body).toEqual({
      name: 'Production',
      scopes: ['signals:read'],
      expiresAt: null,
      monthlyCapRecords: null,
      isTest: false,
    });
    expect(checkKeyForm({ ...valid, expiry: '30', cap: '10,000' }, now).body).toMatchObject({
      expiresAt: '2026-04-04T12:00:00.000Z',
      monthlyCapRecords: 10_000,
    });
  });

  it('makes a key valid until the end of the chosen day', () => {
    const { body } = checkKeyForm({ ...valid, expiry: 'custom', expiryDate: '2026-03-20' }, now);
    expect(body?.expiresAt).toBe(new Date('2026-03-20T23:59:59').toISOString());
  });

  it('names every issue at once', () => {
    const { issues } = checkKeyForm(
      { name: '  ', scopes: [], expiry: 'custom', expiryDate: '2026-03-01', cap: '1.5', isTest: true },
      now,
    );
    expect(Object.keys(issues ?? {}).sort()).toEqual(['cap', 'expiryDate', 'name', 'scopes']);
  });

  it.each(['0', '-1', 'many', '1e3', '9999999999999', '2,50', '9,99', '1,50,000'])(
    'refuses the cap %s',
    (cap) => {
      expect(checkKeyForm({ ...valid, cap }, now).issues).toHaveProperty('cap');
    },
  );

  const opened = { name: 'CI', monthlyCapRecords: 1_000 };

  it('refuses a name that is too long, on creation and on rename', () => {
    const name = 'x'.repeat(101);
    expect(checkKeyForm({ ...valid, name }, now).issues).toHaveProperty('name');
    expect(checkKeyChange(opened, { name, cap: '' }).issues).toHaveProperty('name');
  });

  it('changes only what differs; an empty cap is none', () => {
    const change = (name: string, cap: string) => checkKeyChange(opened, { name, cap }).body;
    expect(change(' CI ', '1,000')).toEqual({});
    expect(change('Tests', '1000')).toEqual({ name: 'Tests' });
    expect(change('CI', ' ')).toEqual({ monthlyCapRecords: null });
  });
});
