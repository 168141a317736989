import { placeAt, zoneAt } from '../../../domain/brand/brand.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { inLongRead } from '../../../ground/database/timeouts.sql.ts'
import { suggestion } from '../../../ground/kernel/nearest.ts'
import { formatDateTime, minute } from '../../../ground/kernel/time.ts'
import { reports } from '../../../storage/report/all.ts'
import { isWrong, readWishes } from '../../../storage/report/ask.ts'
import { printCsv, printText } from '../../../storage/report/print-table.ts'
import { type Report, runReport } from '../../../storage/report/report.ts'
import type { ReportTable } from '../../../storage/report/report-table.ts'
import type { CommandContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { knownBrand } from '../known-brand.ts'
import { onDatabase } from '../on-database.ts'
import { withPool } from '../pool.ts'

/** Before the sums are made, a report reads the whole ledger. */
const patienceMs = 10 * minute

/** Prints a report of a brand; without a name, which reports there are. */
export async function printReport(
  brandId: string | undefined,
  name: string | undefined,
  context: CommandContext,
): Promise<void> {
  if (brandId === undefined || name === undefined) {
    process.stdout.write(listOfReports())
    return
  }
  const report = reports.find((one) => one.name === name)
  if (!report) {
    const near = suggestion(
      name,
      reports.map((one) => one.name),
    )
    throw new CommandFailed([`There is no report ${name}${near === '' ? '.' : near} Run "purser report" for a list.`])
  }
  const { format = 'table' } = context.config.reportFlags
  const print = printed.get(format)
  if (!print) throw new CommandFailed([`--format must be one of ${[...printed.keys()].join(', ')}.`])
  await onDatabase(context, false, async (url) => {
    const table = await withPool(url, async (pool) => {
      const brand = await knownBrand(pool, brandId)
      const { location } = context.config.reportFlags
      if (location !== undefined && !placeAt(brand, location))
        throw new CommandFailed([
          `--location: there is no location ${location}${suggestion(location, [...brand.locations.keys()])}`,
        ])
      const today = formatDateTime(await readNow(pool), zoneAt(brand, location)).slice(0, 10)
      const asked = readWishes(report, context.config.reportFlags, today)
      if (isWrong(asked)) throw new CommandFailed([`--${asked.field}: ${asked.message}.`])
      return inLongRead(pool, patienceMs, (db) => runReport(report, db, brand, asked))
    })
    process.stdout.write(print(table))
  })
}

const printed: ReadonlyMap<string, (table: ReportTable) => string> = new Map([
  ['table', printText],
  ['csv', printCsv],
  ['json', (table) => `${JSON.stringify(table, undefined, 2)}\n`],
])

function listOfReports(): string {
  const width = Math.max(...reports.map(({ name }) => name.length))
  const lines = reports.flatMap((report) => [`${report.name.padEnd(width)}  ${report.about}`, ...waysOf(report, width)])
  return [...lines, '', 'purser report BRAND NAME prints one. docs/reports.md describes them.', ''].join('\n')
}

function waysOf({ over, by, hasDays, hasMonths, hasLocation, usualDays }: Report, width: number): string[] {
  const ways = [
    ...(over === 'now' ? [] : [over === 'period' ? '--from --to' : '--to']),
    ...(by.length > 0 ? [`--by ${by.join('|')}`] : []),
    ...(hasMonths ? ['--every day|month'] : hasDays ? ['--per day'] : []),
    ...(hasLocation ? ['--location'] : []),
    ...(usualDays === undefined ? [] : ['--days']),
  ]
  return ways.length === 0 ? [] : [`${' '.repeat(width)}  ${ways.join(', ')}`]
}
