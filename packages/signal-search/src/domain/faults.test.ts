import { errorOfFaults, MAXIMUM_LISTED_FAULTS, type RequestFault } from './faults';

const fault = (code: RequestFault['code'], parameter: string): RequestFault => ({
  code,
  parameter,
  message: 'is wrong',
});

it('has the code that all faults share', () => {
  expect(errorOfFaults([fault('unknown_parameter', 'a'), fault('unknown_parameter', 'b')])).toMatchObject({
    code: 'unknown_parameter',
    status: 400,
    faults: [
      { parameter: 'a', message: 'is wrong' },
      { parameter: 'b', message: 'is wrong' },
    ],
  });
});

it('is invalid_parameter when they differ', () => {
  expect(errorOfFaults([fault('unknown_parameter', 'a'), fault('cursor_invalid', 'cursor')]).code).toBe(
    'invalid_parameter',
  );
});

it('is the fault itself when there is only one', () => {
  expect(errorOfFaults([fault('cursor_invalid', 'cursor')]).publicText).toBe('cursor: is wrong');
});

it('lists a limited number', () => {
  const many = Array.from({ length: 500 }, (_, index) => fault('invalid_parameter', `p${index}`));
  expect(errorOfFaults(many).faults).toHaveLength(MAXIMUM_LISTED_FAULTS);
});
