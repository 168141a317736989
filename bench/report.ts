import type { Case, Measured } from './case.ts'

export interface Report {
  readonly measured: readonly { readonly of: Case; readonly figures: Measured }[]
  /** The server's, in megabytes; undefined where the system does not say. */
  readonly peakMemory: number | undefined
}

const mostMemory = 350
const columns = ['case', 'ours/s', 'floor/s', 'ratio', 'wanted', '', 'p50 ms', 'p99 ms', 'us/call', 'bytes/call']

export function toTable({ measured, peakMemory }: Report): string {
  const rows = measured.map(({ of, figures }) => {
    const { ours, floor, ratio, p50, p99, processorTime, bytesPerCall } = figures
    const reached = ratio >= of.target ? 'reached' : 'MISSED'
    const wanted = `>= ${of.target}`
    const rates = [Math.round(ours), Math.round(floor), ratio.toFixed(2), wanted, reached]
    const costs = [processorTime, bytesPerCall].map((cost) => cost?.toFixed(0) ?? '')
    return [of.name, ...rates, p50.toFixed(1), p99.toFixed(1), ...costs].map(String)
  })
  const widths = columns.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) => cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')
  return `${[columns, ...rows].map(line).join('\n')}\n${memoryLine(peakMemory)}\n`
}

function memoryLine(peak: number | undefined): string {
  if (peak === undefined) return 'peak memory of the server: unknown on this system'
  const reached = peak <= mostMemory ? 'reached' : 'MISSED'
  return `peak memory of the server: ${peak.toFixed(0)} MB (wanted: <= ${mostMemory}, ${reached})`
}

/** What programs read: the last line of the output. */
export function toJson({ measured, peakMemory }: Report): string {
  const figures = measured.map(({ of, figures: { ratio, p50, p99 } }) => [
    of.name,
    { ratio: rounded(ratio), p50: rounded(p50), p99: rounded(p99) },
  ])
  const redemption = measured.find(({ of }) => of.name === 'redeem')?.figures.bytesPerCall
  return JSON.stringify({
    ...Object.fromEntries(figures),
    ...(peakMemory !== undefined && { memory: { peakMb: rounded(peakMemory) } }),
    ...(redemption !== undefined && { bytesPerRedemption: Math.round(redemption) }),
  })
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
