import { type Finding, ok, problem, someOf, warning } from '../finding.ts'

const warningMs = 2000
const problemMs = 60_000

/** By how much this machine is ahead of the database, and what the trip there leaves open. */
export function judgeClock({ aheadMs, doubtMs }: { readonly aheadMs: number; readonly doubtMs: number }): Finding {
  const offMs = Math.max(0, Math.abs(aheadMs) - doubtMs)
  const found = `this machine is ${Math.round(Math.abs(aheadMs))} ms ${aheadMs < 0 ? 'behind' : 'ahead of'} the database`
  const advice = 'Let both keep their time by NTP (chrony or systemd-timesyncd).'
  if (offMs >= problemMs) return problem('clock', found, advice)
  return offMs >= warningMs ? warning('clock', found, advice) : ok('clock', found)
}

export interface ZoneSight {
  readonly zone: string
  readonly inNode: boolean
  readonly inDatabase: boolean
  /** Whether both give the same hours for the coming year. */
  readonly agree: boolean
}

export function judgeTimeZones(zones: readonly ZoneSight[]): Finding[] {
  const names = (unknown: readonly ZoneSight[]) => someOf(unknown.map(({ zone }) => zone))
  const inNode = zones.filter((zone) => !zone.inNode)
  const inDatabase = zones.filter((zone) => !zone.inDatabase)
  const differing = zones.filter((zone) => zone.inNode && zone.inDatabase && !zone.agree)
  const found = [
    ...(inNode.length > 0
      ? [
          problem(
            'time zones',
            `Node does not know ${names(inNode)}`,
            'Correct the time zone in the brand file, or update Node.',
          ),
        ]
      : []),
    ...(inDatabase.length > 0
      ? [
          problem(
            'time zones',
            `PostgreSQL does not know ${names(inDatabase)}`,
            'Update PostgreSQL or its time zone data.',
          ),
        ]
      : []),
    ...(differing.length > 0
      ? [warning('time zones', `Node and PostgreSQL disagree on ${names(differing)}`, 'Update Node and PostgreSQL.')]
      : []),
  ]
  return found.length > 0 ? found : [ok('time zones', `${zones.length} in use, known to Node and to PostgreSQL`)]
}
