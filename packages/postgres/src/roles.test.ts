import { roleConnectionString, socketConnectionString } from './roles';

describe('roleConnectionString', () => {
  it('replaces user and password and keeps the rest', () => {
    expect(roleConnectionString('postgres://admin:old@db:6432/h?sslmode=require', 'reader', 'p@:/w')).toBe(
      'postgres://heliograph_reader:p%40%3A%2Fw@db:6432/h?sslmode=require',
    );
  });

  it('works for a connection over a Unix socket', () => {
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
