import type { SearchLocation } from '@heliograph/sdk';
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../failure';

/** Parses `country:Germany`, `city:Paris`, and `city:Paris@France`. */
export function parseLocation(text: string): SearchLocation {
  const [, kind, value, country] =
    /^\s*(country|city)\s*:\s*([^@]*?)\s*(?:@\s*(.*?)\s*)?$/is.exec(text) ?? [];
  const known = kind?.toLowerCase() as 'country' | 'city' | undefined;
  if (!known || !value || country === '' || (known === 'country' && country !== undefined))
    throw new InvalidArgumentError(
      `${JSON.stringify(text)} is not a place.
Write it as country:Germany, city:Paris, or city:Paris@France`,
    );
  return { kind: known, value, ...(country !== undefined && { country }) };
}

/** Parses an amount of money: 1500000, 1.5m, 500k, 2b. */
export function parseAmount(text: string): number {
  const [, digits, unit] = /^(\d{1,15}(?:\.\d{1,6})?)([kmb]?)$/i.exec(text.replaceAll('_', '')) ?? [];
  if (digits === undefined)
    throw new InvalidArgumentError(`"${text}" is not an amount.\nWrite it as 1500000, 1.5m, or 500k`);
  const factor = { '': 1, k: 1_000, m: 1_000_000, b: 1_000_000_000 }[unit!.toLowerCase()]!;
  // Round: decimal fractions such as 1.1 are not exact in binary.
  return Math.round(Number(digits) * factor * 1e6) / 1e6;
}

/** Returns a parser for whole numbers within limits. */
export function wholeNumberBetween(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d{1,12}$/.test(text) || value < minimum || value > maximum)
      throw new InvalidArgumentError(
        `"${text}" is not a whole number from ${minimum} to ${maximum.toLocaleString('en-US')}.`,
      );
    return value;
  };
}

/** Parses the value of a flag that takes a JSON object or array. */
export function parseJsonFlag(flag: string, text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    throw new UsageError(
      `${flag} is not JSON: ${(error as Error).message}`,
      'In a shell, put it in single quotes.',
    );
  }
  throw new UsageError(`${flag} must be a JSON object or array.`);
}

/**
 * Joins command-line words into a search text. An argument of several words without quotes of its own was quoted in the
 * shell, so it is a phrase.
 */
export function joinWords(words: readonly string[]): string {
  return words
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word) => (/\s/.test(word) && !word.includes('"') ? quotePhrase(word) : word))
    .join(' ');
}

function quotePhrase(text: string): string {
  return text.startsWith('-') ? `-"${text.slice(1)}"` : `"${text}"`;
}
