/** Calculations for pages, without components, so that modules of pure logic can import them. */
export { type ChartData, type Day, MAXIMUM_SERIES, type Series } from './day-chart/chart-data';
export {
  dollarsOf,
  formatCompact,
  formatCount,
  formatDollars,
  formatQuantity,
  microsOf,
} from './format-number';
export { formatDay, formatTimestamp, formatMonth, formatRelative } from './format-time';
