import { type ReactNode, useMemo, useState } from 'react';
import { Segments } from '../field';
import { formatCount, formatQuantity } from '../format-number';
import { formatDay } from '../format-time';
import { type Column, Table } from '../table';
import { Bars } from './bars';
import { type ChartData, type Day, describeChart, seriesColor, totalOf } from './chart-data';
import styles from './day-chart.module.css';

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

interface DayChartProps {
  /** What is counted per day: "Records by day". */
  label: string;
  chart: ChartData;
  /** The unit: "record". */
  unit: string;
  /** "records"; by default the unit plus an s. */
  plural?: string;
  /** More switches beside the chart/table switch. */
  controls?: ReactNode;
}

/** Stacked bars by UTC day, with the same data as a table. */
export function DayChart({ label, chart, unit, plural = `${unit}s`, controls }: DayChartProps) {
  const [view, setView] = useState<'chart' | 'table'>('chart');
  const description = describeChart(chart, {
    count: (value) => chart.format?.(value) ?? formatQuantity(value, unit),
    day: (date) => formatDay(date, true),
  });
  const isEmpty = chart.days.every((day) => totalOf(day, chart.series) === 0);
  return (
    <div className={styles.chart}>
      <div className={styles.controls}>
        {controls}
        <div className={styles.view}>
          <Segments label={`${label}: show as`} options={VIEWS} value={view} onChange={setView} />
        </div>
      </div>
      {view === 'table' ? (
        <DayTable label={label} chart={chart} />
      ) : (
        <figure>
          <div
            className={styles.drawing}
            role="img"
            aria-label={`${label}, UTC. ${description} The table shows every day.`}
          >
            {isEmpty ? (
              <p className={styles.empty}>
                No {plural} in {formatQuantity(chart.days.length, 'day')}
              </p>
            ) : (
              <Bars chart={chart} />
            )}
          </div>
          {chart.series.length > 1 && (
            <figcaption>
              <ul className={styles.legend} aria-label="Series">
                {chart.series.map(({ id, label: name }, index) => (
                  <li key={id}>
                    <span className={styles.swatch} style={{ background: seriesColor(index) }} />
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </figcaption>
          )}
        </figure>
      )}
    </div>
  );
}

function DayTable({ label, chart }: { label: string; chart: ChartData }) {
  const columns = useMemo<Column<Day>[]>(() => {
    const { series, days, format = formatCount } = chart;
    const sumOf = (id: string) => days.reduce((sum, day) => sum + (day.values[id] ?? 0), 0);
    const each = series.map<Column<Day>>(({ id, label: name }) => ({
      id,
      header: <bdi>{name}</bdi>,
      align: 'end',
      cell: (day) => format(day.values[id] ?? 0),
      footer: format(sumOf(id)),
    }));
    const together: Column<Day> = {
      id: 'together',
      header: 'Total',
      align: 'end',
      cell: (day) => format(totalOf(day, series)),
      footer: format(days.reduce((sum, day) => sum + totalOf(day, series), 0)),
    };
    return [
      {
        id: 'date',
        header: 'Day (UTC)',
        isHeading: true,
        cell: (day) => formatDay(day.date, true),
        footer: 'Total',
      },
      ...each,
      ...(series.length > 1 ? [together] : []),
    ];
  }, [chart]);
  return (
    <div className={styles.table}>
      <Table
        caption={`${label}, UTC`}
        columns={columns}
        rows={[...chart.days].reverse()}
        rowId={(day) => day.date}
        phone="scroll"
        hasFooter
        isPlain
      />
    </div>
  );
}
