/**
 * An SVG path through non-negative values, oldest first, with the origin at the top left.
 *
 * @returns an empty path if there is no line to draw: fewer than two values, or only zeros.
 */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  const highest = Math.max(0, ...values);
  if (values.length < 2 || highest === 0) return '';
  const points = values.map((value, index) => {
    const x = (index / (values.length - 1)) * width;
    const y = height - (value / highest) * height;
    return `${Number(x.toFixed(1))} ${Number(y.toFixed(1))}`;
  });
  return `M${points.join('L')}`;
}
