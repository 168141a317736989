import type { Case, Measured, Shares, Target } from './case.ts'
import type { Client } from './load/client.ts'

export interface Report {
  readonly measured: readonly { readonly of: Case; readonly figures: Measured }[]
  /** The server's, in megabytes; undefined where the system does not say. */
  readonly peakMemory: number | undefined
  /** What made the calls. */
  readonly client: Client['name']
}

const memoryMbMax = 350
const columns = [
  'case',
  'ours/s',
  'floor/s',
  'ratio',
  'wanted',
  '',
  'p50 ms',
  'p99 ms',
  'us/call',
  'bytes/call',
  'server, db, client %',
]

export function toTable({ measured, peakMemory, client }: Report): string {
  const rows = measured.flatMap(({ of, figures }) => [
    toRow(of.name, of.target, figures),
    ...Object.entries(figures.parts ?? {}).map(([name, part]) => toRow(`${of.name}.${name}`, of.target, part)),
  ])
  const widths = columns.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) => cells.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')
  return `${[columns, ...rows].map(line).join('\n')}\n${memoryLine(peakMemory)}\ncalls made by: ${client === 'wrk' ? 'wrk' : 'our own client'}\n`
}

function toRow(name: string, target: Target, figures: Measured): string[] {
  const { ours, floor, ratio, multiple, p50, p99, processorTime, bytesPerCall, shares } = figures
  const compared = (ratio ?? multiple)?.toFixed(2) ?? ''
  const rates = [ours.toFixed(0), floor?.toFixed(0) ?? '', compared, ...verdictOn(target, figures)]
  const costs = [processorTime, bytesPerCall].map((cost) => cost?.toFixed(0) ?? '')
  return [name, ...rates, milliseconds(p50), milliseconds(p99), ...costs, sharesText(shares)]
}

const sharesText = (shares: Shares | undefined) =>
  shares ? [shares.server, shares.database, shares.client].map((share) => share.toFixed(0)).join(', ') : ''

function verdictOn(target: Target, { ratio = 0, multiple, p99 }: Measured): [wanted: string, reached: string] {
  if ('multiple' in target) {
    if (multiple === undefined) return ['', '']
    return [`<= ${target.multiple} (p99)`, multiple <= target.multiple ? 'reached' : 'MISSED']
  }
  if ('ratio' in target) return [`>= ${target.ratio}`, ratio >= target.ratio ? 'reached' : 'MISSED']
  return [`p99 <= ${target.p99}`, p99 <= target.p99 ? 'reached' : 'MISSED']
}

/** What takes less than a millisecond is shown with its microseconds. */
function milliseconds(value: number): string {
  return value.toFixed(value < 2 ? 3 : 1)
}

function memoryLine(peak: number | undefined): string {
  if (peak === undefined) return 'peak memory of the server: unknown on this system'
  const reached = peak <= memoryMbMax ? 'reached' : 'MISSED'
  return `peak memory of the server: ${peak.toFixed(0)} MB (wanted: <= ${memoryMbMax}, ${reached})`
}

/** What programs read: the last line of the output. */
export function toJson({ measured, peakMemory, client }: Report): string {
  const figures = measured.map(({ of, figures: { ratio, parts = {}, p50, p99, shares, more = {} } }) => [
    of.name,
    {
      ...(ratio !== undefined && { ratio: rounded(ratio) }),
      ...Object.fromEntries(Object.entries(parts).map(([name, { multiple = 0 }]) => [name, rounded(multiple)])),
      p50: rounded(p50),
      p99: rounded(p99),
      ...(shares && { shares: roundedAll({ ...shares }) }),
      ...roundedAll(more),
    },
  ])
  const redemption = measured.find(({ of }) => of.name === 'redeem')?.figures.bytesPerCall
  return JSON.stringify({
    ...Object.fromEntries(figures),
    client,
    ...(peakMemory !== undefined && { memory: { peakMb: rounded(peakMemory) } }),
    ...(redemption !== undefined && { bytesPerRedemption: Math.round(redemption) }),
  })
}

const roundedAll = (figures: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, rounded(value)]))

const rounded = (value: number) => Math.round(value * 1000) / 1000
