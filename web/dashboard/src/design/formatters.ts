/** Numbers and relative times match the rest of the product's English. */
const LOCALE = 'en-US';

/** Creating a formatter takes milliseconds on a phone, so each is created on first use and kept. */
function memoize<Options, Formatter>(
  create: (options: Options) => Formatter,
): (options: Options) => Formatter {
  const formatters = new Map<string, Formatter>();
  return (options) => {
    const key = JSON.stringify(options);
    const formatter = formatters.get(key) ?? create(options);
    formatters.set(key, formatter);
    return formatter;
  };
}

export const numberFormat = memoize(
  (options: Intl.NumberFormatOptions) => new Intl.NumberFormat(LOCALE, options),
);
export const relativeFormat = memoize(
  (options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(LOCALE, options),
);
