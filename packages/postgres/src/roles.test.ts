import { roleConnectionString, rolePassword, socketConnectionString } from './roles';

const secret = 'x'.repeat(32);

describe('rolePassword', () => {
  it('is the same for every program that knows the secret, with or without the prefix of the role', () => {
    expect(rolePassword(secret, 'ledger')).toBe(rolePassword(secret, 'heliograph_ledger'));
    expect(rolePassword(secret, 'ledger')).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('differs between roles and between secrets', () => {
    const passwords = [
      rolePassword(secret, 'ledger'),
      rolePassword(secret, 'identity'),
      rolePassword('y'.repeat(32), 'ledger'),
    ];
    expect(new Set(passwords).size).toBe(3);
  });
});

describe('roleConnectionString', () => {
  it('replaces user and password and keeps the rest', () => {
    expect(roleConnectionString('postgres://admin:old@db:6432/h?sslmode=require', 'reader', 'p@:/w')).toBe(
      'postgres://heliograph_reader:p%40%3A%2Fw@db:6432/h?sslmode=require',
    );
  });

  it('works for a connection over a unix socket', () => {
    const admin = socketConnectionString({
      socketDirectory: '/run/a b',
      port: 5432,
      user: 'admin',
      password: 'p',
      database: 'heliograph',
    });
    expect(roleConnectionString(admin, 'heliograph_reader', 'q')).toBe(
      'postgresql://heliograph_reader:q@localhost:5432/heliograph?host=%2Frun%2Fa+b',
    );
  });
});
