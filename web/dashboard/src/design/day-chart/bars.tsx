import { type CSSProperties, useState } from 'react';
import { formatCompact, formatCount } from '../format-number';
import { formatDay } from '../format-time';
import styles from './bars.module.css';
import { type ChartData, type Day, seriesColor, totalOf } from './chart-data';
import { evenDates, evenTicks } from './ticks';

const MAXIMUM_DATES = 6;
const MAXIMUM_STEPS = 4;

/** Stacked bars between two axes. The table offers the same data to keyboards and screen readers. */
export function Bars({ chart }: { chart: ChartData }) {
  const [pointed, setPointed] = useState<number>();
  const ticks = evenTicks(Math.max(...chart.days.map((day) => totalOf(day, chart.series))), MAXIMUM_STEPS);
  const dates = evenDates(
    chart.days.map(({ date }) => date),
    MAXIMUM_DATES,
  );
  return (
    <div className={styles.bars}>
      <div className={styles.values}>
        {ticks.map((value) => (
          <span key={value}>{(chart.format ?? formatCompact)(value)}</span>
        ))}
      </div>
      <div className={styles.plot} onMouseLeave={() => setPointed(undefined)}>
        <div className={styles.lines}>
          {ticks.map((value) => (
            <span key={value} />
          ))}
        </div>
        {chart.days.map((day, index) => (
          <div key={day.date} className={styles.day} onMouseEnter={() => setPointed(index)}>
            <Stack day={day} chart={chart} highest={ticks.at(-1)!} />
            {dates.includes(day.date) && <span className={styles.date}>{formatDay(day.date)}</span>}
          </div>
        ))}
        {pointed !== undefined && <DayTooltip index={pointed} chart={chart} />}
      </div>
    </div>
  );
}

function Stack({ day, chart, highest }: { day: Day; chart: ChartData; highest: number }) {
  const total = totalOf(day, chart.series);
  if (total === 0) return null;
  return (
    <div className={styles.stack} style={{ height: `${(total / highest) * 100}%` }}>
      {chart.series.map(({ id }, index) => {
        const value = day.values[id] ?? 0;
        return value > 0 && <span key={id} style={{ flexGrow: value, background: seriesColor(index) }} />;
      })}
    </div>
  );
}

function DayTooltip({ index, chart }: { index: number; chart: ChartData }) {
  const day = chart.days[index];
  // The number of days can shrink under a resting pointer.
  if (!day) return null;
  const isRight = index >= chart.days.length / 2;
  const daysAside = isRight ? chart.days.length - index : index + 1;
  return (
    <div
      className={isRight ? styles.tooltipBefore : styles.tooltipAfter}
      style={{ '--aside': `${(daysAside / chart.days.length) * 100}%` } as CSSProperties}
    >
      <p className={styles.heading}>{formatDay(day.date, true)} (UTC)</p>
      <ul>
        {chart.series.map(({ id, label }, series) => {
          const value = day.values[id] ?? 0;
          // With several series, list only those with a value that day.
          if (value === 0 && chart.series.length > 1) return null;
          return (
            <li key={id}>
              <span className={styles.swatch} style={{ background: seriesColor(series) }} />
              <bdi className={styles.label}>{label}</bdi>
              <strong>{(chart.format ?? formatCount)(value)}</strong>
            </li>
          );
        })}
      </ul>
      {chart.series.length > 1 && (
        <p className={styles.total}>
          Total <strong>{(chart.format ?? formatCount)(totalOf(day, chart.series))}</strong>
        </p>
      )}
    </div>
  );
}
