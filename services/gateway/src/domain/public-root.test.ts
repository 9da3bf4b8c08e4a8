import { isPublicRoot } from './public-root';

it.each([
  'http://127.0.0.1:8080',
  'https://api.example.com',
  'https://example.com/heliograph',
  'http://[::1]:80',
  'https://api.example.com/',
])('%s is valid', (text) => expect(isPublicRoot(text)).toBe(true));

it.each([
  '',
  'api.example.com',
  'ftp://api.example.com',
  'https://api.example.com?x=1',
  'https://api.example.com?',
  'https://api.example.com#',
  'https://user:secret@api.example.com',
  'https:api.example.com',
  'javascript:alert(1)',
])('%j is invalid', (text) => expect(isPublicRoot(text)).toBe(false));
