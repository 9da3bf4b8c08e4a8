import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCompact, formatCount } from '../format-number';
import { formatDay } from '../format-time';
import styles from './bars.module.css';
import { type ChartData, type Day, seriesColor, totalOf } from './chart-data';
import { evenDates, evenTicks } from './ticks';

const MAXIMUM_DATES = 6;
const MAXIMUM_STEPS = 4;

/** The bars: loaded separately, because the chart library is large. */
export default function Bars({ chart, height }: { chart: ChartData; height: number }) {
  const values = evenTicks(Math.max(...chart.days.map((day) => totalOf(day, chart.series))), MAXIMUM_STEPS);
  const dates = evenDates(
    chart.days.map(({ date }) => date),
    MAXIMUM_DATES,
  );
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={[...chart.days]}
        // The last date is centered under the last bar, so half of it needs room.
        margin={{ top: 8, right: 24, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        // The table has the same data for keyboards and screen readers.
        accessibilityLayer={false}
      >
        <CartesianGrid vertical={false} stroke="var(--color-border)" />
        <XAxis
          dataKey="date"
          tickFormatter={(date: string) => formatDay(date)}
          tick={{ fill: 'var(--color-muted)', fontSize: 12 }}
          tickLine={false}
          axisLine={{ stroke: 'var(--color-border)' }}
          ticks={dates}
          interval={0}
        />
        <YAxis
          tickFormatter={chart.format ?? formatCompact}
          tick={{ fill: 'var(--color-muted)', fontSize: 12 }}
          tickLine={false}
          axisLine={false}
          ticks={values}
          domain={[0, values.at(-1)!]}
          width={chart.format ? 60 : 44}
        />
        <Tooltip
          cursor={{ fill: 'var(--color-sunken)' }}
          isAnimationActive={false}
          content={({ active, payload }) => (
            <DayTooltip day={active ? (payload[0]?.payload as Day | undefined) : undefined} chart={chart} />
          )}
        />
        {chart.series.map(({ id, label }, index) => (
          <Bar
            key={id}
            name={label}
            dataKey={(day: Day) => day.values[id] ?? 0}
            stackId="day"
            fill={seriesColor(index)}
            maxBarSize={36}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

function DayTooltip({ day, chart }: { day: Day | undefined; chart: ChartData }) {
  if (!day) return null;
  return (
    <div className={styles.tooltip}>
      <p className={styles.date}>{formatDay(day.date, true)} (UTC)</p>
      <ul>
        {chart.series.map(({ id, label }, index) => {
          const value = day.values[id] ?? 0;
          // With many series, only those of the day.
          if (value === 0 && chart.series.length > 1) return null;
          return (
            <li key={id}>
              <span className={styles.swatch} style={{ background: seriesColor(index) }} />
              <span className={styles.label}>{label}</span>
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
