import { startBeforeAll } from '@heliograph/testing';
import { asked, AnsweringServices } from './support/answering-services';
import { runHere } from './support/in-process';

const services = startBeforeAll(() => AnsweringServices.start());
beforeEach(() => asked.clear());

describe('restriction', () => {
  test('show, on and off', async () => {
    expect(await services.document('restriction', 'show')).toEqual({ active: false });
    expect(await services.document('restriction', 'on', '--message', 'Back at noon.')).toEqual({
      active: true,
      message: 'Back at noon.',
      changedAt: '2026-11-20T09:30:00.000Z',
    });
    expect(await services.document('restriction', 'off')).toMatchObject({ active: false });
    expect(asked.get('setAccessRestriction')).toEqual({ active: false, message: '' });
    const text = await runHere(['restriction', 'on', '--message', 'Back at noon.'], services.variables);
    expect(text.stdout).toBe(
      'access   operators only\nmessage  Back at noon.\nchanged  2026-11-20T09:30:00.000Z\n',
    );
  });

  test.each([[[]], [['--message', ' ']]])('on is refused without a message: %j', async (args) => {
    expect(await runHere(['restriction', 'on', ...args], services.variables)).toMatchObject({
      status: 2,
      stdout: '',
    });
    expect(asked.size).toBe(0);
  });
});

describe('notice', () => {
  test('show, set and clear', async () => {
    expect(await services.document('notice', 'show')).toEqual({});
    expect(await services.document('notice', 'set', '--text', 'Searches are slow.')).toEqual({
      text: 'Searches are slow.',
      changedAt: '2026-11-20T09:30:00.000Z',
    });
    const text = await runHere(['notice', 'clear'], services.variables);
    expect(text.stdout).toBe('notice   none\nchanged  2026-11-20T09:30:00.000Z\n');
    expect(asked.get('setStatusNotice')).toEqual({ text: '' });
  });

  test.each([[[]], [['--text', ' ']]])('set is rejected without a text: %j', async (args) => {
    expect(await runHere(['notice', 'set', ...args], services.variables)).toMatchObject({
      status: 2,
      stdout: '',
    });
    expect(asked.size).toBe(0);
  });
});
