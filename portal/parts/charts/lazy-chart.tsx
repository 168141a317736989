import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { ChartInput } from './chart-input.ts'

const DrawnChart = lazy(async () => ({ default: (await import('./drawn-chart.tsx')).DrawnChart }))

/** So tall is every chart, and what stands there until it comes. */
export const chartHeight = 320

/** A chart. What draws it is loaded the first time that one is shown. */
export function LazyChart({ input, label }: { readonly input: ChartInput; readonly label: string }) {
  return (
    <div style={{ height: chartHeight, position: 'relative' }}>
      <Suspense fallback={<Skeleton height={chartHeight} />}>
        <DrawnChart input={input} label={label} />
      </Suspense>
    </div>
  )
}
