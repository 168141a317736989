import type { AuditActor } from '../../../domain/audit/entry.ts'
import { nameOf } from '../../../domain/audit/sentence.ts'
import { formatDateTime, type Instant } from '../../../ground/kernel/time.ts'
import type { Scheduled } from '../../../storage/brand-store/history/schedule.ts'
import type { Version } from '../../../storage/brand-store/history/versions.ts'

const linesMax = 10

/** `version 5, 2026-11-15 18:02:00 America/New_York: ana at till-7 (command line)`, and below it why and what. */
export function linesOfVersion(one: Version, timeZone: string): string[] {
  const { version, at, actor, note } = one
  return [
    `version ${version}, ${timeOf(at, timeZone)}: ${originOf(one)}${by(actor)}`,
    ...(note === undefined ? [] : [`    ${plain(note)}`]),
    ...changesOf(version === 1 ? { changes: [], changeCount: 0 } : one),
  ]
}

function originOf({ source, ofVersion, scheduleNumber, version }: Version): string {
  const scheduled = scheduleNumber === undefined ? '' : `, scheduled as number ${scheduleNumber}`
  switch (source) {
    case 'file':
      return `${version === 1 ? 'the brand was made by a file' : 'a file was applied'}${scheduled}`
    case 'edit':
      return `${ofVersion === undefined ? 'an export' : `an export of version ${ofVersion}`} was changed and applied${scheduled}`
    case 'rollback':
      return `rolled back to version ${ofVersion}`
    case 'promotion':
      return "another brand's file was promoted"
    case 'found':
      return 'as the brand was when versions were first kept'
  }
}

export function linesOfScheduled(one: Scheduled, timeZone: string): string[] {
  const { number, due, state, actor, note, baseVersion, reasons = [] } = one
  return [
    `scheduled ${number}, for ${timeOf(due, timeZone)}: ${state}; made from version ${baseVersion}${by(actor)}`,
    ...(note === undefined ? [] : [`    ${plain(note)}`]),
    ...(state === 'refused' ? reasons.map((line) => `    ${plain(line)}`) : changesOf(one)),
  ]
}

function changesOf({ changes, changeCount }: Pick<Version, 'changes' | 'changeCount'>): string[] {
  const shown = changes.slice(0, linesMax).map((line) => `    ${plain(line)}`)
  return changeCount > shown.length ? [...shown, `    and ${changeCount - shown.length} more`] : shown
}

const by = (actor: AuditActor | undefined) => (actor ? `, by ${plain(nameOf(actor))}` : '')

const timeOf = (at: Instant, timeZone: string) => `${formatDateTime(at, timeZone)} ${timeZone}`

/** Nothing that somebody wrote into a note may steer a terminal. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')

export const jsonOfVersion = ({ at, ...version }: Version) => ({ ...version, at: iso(at) })

export const jsonOfScheduled = ({ at, due, ended, ...scheduled }: Scheduled) => ({
  ...scheduled,
  at: iso(at),
  due: iso(due),
  ...(ended !== undefined && { ended: iso(ended) }),
})

const iso = (at: Instant) => new Date(at).toISOString()
