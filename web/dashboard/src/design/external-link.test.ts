import { safeExternalUrl } from './external-link';

describe('external links', () => {
  it('are linked to web addresses', () => {
    expect(safeExternalUrl('https://example.com/a?b=c')).toBe('https://example.com/a?b=c');
    expect(safeExternalUrl('http://example.com')).toBe('http://example.com/');
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.com',
    '/path',
    '',
    null,
  ])('are not linked otherwise: %s', (address) => {
    expect(safeExternalUrl(address)).toBeNull();
  });
});
