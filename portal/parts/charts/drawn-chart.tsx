import { useComputedColorScheme } from '@mantine/core'
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  type ChartDataset,
  type ChartOptions,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import type { ChartInput, ChartSeries } from './chart-input.ts'
import { colourAt, dashesAt, fillAt, type Looks, looksOf, pointAt } from './chart-looks.ts'

Chart.register(
  ...[
    BarController,
    BarElement,
    CategoryScale,
    Legend,
    LinearScale,
    LineController,
    LineElement,
    PointElement,
    Tooltip,
  ],
)

type Value = number | [number, number] | null

/** A chart on a canvas. It comes only where one is shown: whoever wants one takes LazyChart. */
export function DrawnChart({ input, label }: { readonly input: ChartInput; readonly label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme('light')
  useEffect(() => {
    if (!canvas.current) return
    const looks = looksOf(scheme)
    const chart = new Chart<'bar' | 'line', Value[], string[]>(canvas.current, {
      type: input.kind === 'bars' ? 'bar' : 'line',
      data: {
        labels: input.labels.map((lines) => [...lines]),
        datasets: input.series.map((series, place) => datasetOf(input, series, place, looks)),
      },
      options: optionsOf(input, looks),
    })
    return () => chart.destroy()
  }, [input, scheme])
  return <canvas ref={canvas} role="img" aria-label={label} />
}

function datasetOf(
  { kind }: ChartInput,
  { name, values, isOther, isMark }: ChartSeries,
  place: number,
  looks: Looks,
): ChartDataset<'bar' | 'line', Value[]> {
  const data = values.map((value): Value => (typeof value === 'object' && value !== null ? [...value] : value))
  const colour = colourAt(looks, place)
  if (kind === 'lines' || isMark)
    return {
      ...{ type: 'line', label: name, data, borderColor: colour, backgroundColor: colour, pointRadius: isMark ? 6 : 2 },
      ...{ borderDash: dashesAt(place), pointStyle: pointAt(isMark ? 3 : place), showLine: isMark !== true },
      borderWidth: 2,
      order: 0,
    }
  const fill = fillAt(looks, place)
  const other = fillAt(looks, place + 1)
  return {
    ...{ type: 'bar', label: name, data, borderColor: colour, borderWidth: 1, maxBarThickness: 48, order: 1 },
    backgroundColor: isOther ? isOther.map((one) => (one ? other : fill)) : fill,
  }
}

function optionsOf({ isStacked = false, series, formatValue }: ChartInput, looks: Looks): ChartOptions<'bar' | 'line'> {
  const ticks = { color: looks.text }
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: { stacked: isStacked, ticks: { ...ticks, maxRotation: 50 }, grid: { display: false } },
      y: {
        stacked: isStacked,
        ticks: { ...ticks, callback: (value) => formatValue(Number(value)) },
        grid: { color: looks.line },
      },
    },
    plugins: {
      legend: {
        display: series.length > 1,
        labels: { color: looks.text, usePointStyle: true, boxHeight: 10 },
      },
      tooltip: {
        // Of what happened in one place, zeros say nothing.
        filter: ({ raw }) => raw !== 0 && raw !== null,
        callbacks: {
          label: ({ dataset, datasetIndex, dataIndex, raw }) => {
            const said = series[datasetIndex]?.said?.[dataIndex]
            return `${dataset.label}: ${said ?? formatValue(Number(raw))}`
          },
        },
      },
    },
  }
}
