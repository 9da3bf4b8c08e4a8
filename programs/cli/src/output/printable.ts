export { printable, safeJson } from '@heliograph/sdk';
