import type { Colleague, Company } from '../../../../domain/judge/one-hand.ts'
import { approversFor, oneHandWith } from '../../../../domain/judge/one-hand.ts'
import { type Permission, roles } from '../../../../domain/judge/permissions.ts'
import type { Language } from '../../../../ground/kernel/language.ts'
import type { ApprovalRow } from '../../../../storage/store/portal/approval.sql.ts'
import { type PortalRefusal, turnDown } from '../../refusal.ts'

/** Whoever asked, as they stand now, and whether a visitor is a second person for them. */
export interface Asking {
  readonly asker: Colleague
  readonly isOneHand: boolean
  /** Who can decide, whoever looks at it. */
  readonly whoCan: readonly string[]
}

/** Undefined if whoever asked could not ask any more: they were removed, disabled, or are no longer there for that place. */
export function askingOf(row: ApprovalRow, company: Company, visitor: string): Asking | undefined {
  const asker = company.colleagues.find(({ name }) => name === row.asked_by)
  if (!asker?.isUsable || (asker.locations && !asker.locations.has(row.location_id))) return undefined
  const isOneHand = oneHandWith(row.asked_by, company).has(visitor)
  return { asker, isOneHand, whoCan: approversFor(row.asked_by, company, row.location_id) }
}

export const permissionsOf = ({ role }: Colleague): readonly Permission[] => roles[role]

/** Whoever asked is gone, or may no longer do what they asked for. */
export const askerGone = ({ asked_by }: ApprovalRow, language: Language): PortalRefusal =>
  turnDown('conflict', words[language].askerGone(asked_by))

export const ownRequest = (whoCan: readonly string[], language: Language): PortalRefusal =>
  turnDown('forbidden', `${words[language].own} ${sayWhoCan(whoCan, language)}`)

/** What somebody may not do alone is no more theirs because they had somebody else's login in their hands. */
export const notSecond = (
  { asked_by }: ApprovalRow,
  { whoCan }: Asking,
  { text, language }: { readonly text?: string; readonly language: Language },
): PortalRefusal => {
  const { oneHand, andNotAlone } = words[language]
  return turnDown('forbidden', `${text ?? andNotAlone} ${oneHand(asked_by)} ${sayWhoCan(whoCan, language)}`)
}

/** Somebody else was faster, or nobody was in time. */
export const decidedAlready = (language: Language): PortalRefusal => turnDown('conflict', words[language].decided)
export const askedTooLongAgo = (language: Language): PortalRefusal => turnDown('conflict', words[language].over)

/** It may be about to happen: nobody can say yet that it will not. */
export const approvedJustNow = ({ decided_by }: ApprovalRow, language: Language): PortalRefusal =>
  turnDown('conflict', words[language].justApproved(decided_by ?? ''))

/** What is kept with a request that was approved, cut off, and is declined now. */
export const declinedAfter = (row: ApprovalRow, cutOff: 'half' | 'nothing', language: Language): string =>
  words[language][cutOff](row.decided_by ?? '')

/** More names than these say nothing more. */
const namesMax = 5

function sayWhoCan(names: readonly string[], language: Language): string {
  const { nobody, can } = words[language]
  return names.length === 0 ? nobody : can(names.slice(0, namesMax).join(', '))
}

interface Words {
  readonly own: string
  readonly askerGone: (name: string) => string
  readonly oneHand: (name: string) => string
  readonly andNotAlone: string
  readonly nobody: string
  readonly can: (names: string) => string
  readonly decided: string
  readonly over: string
  readonly justApproved: (name: string) => string
  readonly nothing: (name: string) => string
  readonly half: (name: string) => string
}

const words: { readonly [L in Language]: Words } = {
  en: {
    own: 'You asked for this yourself: somebody else decides.',
    askerGone: (name) =>
      `${name} is no longer here, or may no longer do this. Decline it; whoever still wants it asks again.`,
    oneHand: (name) =>
      `You count as one person with ${name} for 14 days after one login was invited, reset or given a role by the other, directly or through others.`,
    andNotAlone: 'You may not do this alone.',
    nobody: 'Nobody else can approve it now; the operator of the server can do it.',
    can: (names) => `These can approve it: ${names}.`,
    decided: 'Somebody has decided this already.',
    over: 'The request has expired. Whoever made it can ask again.',
    justApproved: (name) => `${name} approved this a moment ago, and it may be about to happen. Try again in a minute.`,
    nothing: (name) => `${name} had approved it, but it was not carried out.`,
    half: (name) =>
      `${name} had approved it. The card was emptied, and nothing has arrived on another one. Move it on from the card's page.`,
  },
  de: {
    own: 'Darum haben Sie selbst gebeten: jemand anders entscheidet.',
    askerGone: (name) =>
      `${name} ist nicht mehr da oder darf das nicht mehr. Lehnen Sie es ab; wer es noch will, bittet neu darum.`,
    oneHand: (name) =>
      `Mit ${name} gelten Sie 14 Tage lang als eine Person, nachdem ein Login das andere eingeladen, zurückgesetzt oder ihm eine Rolle gegeben hat, unmittelbar oder über andere.`,
    andNotAlone: 'Allein dürfen Sie das nicht.',
    nobody: 'Sonst kann es jetzt niemand freigeben; wer den Server betreibt, kann es tun.',
    can: (names) => `Freigeben können es: ${names}.`,
    decided: 'Jemand hat das schon entschieden.',
    over: 'Die Anfrage ist abgelaufen. Wer sie gestellt hat, kann neu darum bitten.',
    justApproved: (name) =>
      `${name} hat das eben freigegeben, und es geschieht vielleicht gerade. Versuchen Sie es in einer Minute noch einmal.`,
    nothing: (name) => `${name} hatte es freigegeben, aber es wurde nicht ausgeführt.`,
    half: (name) =>
      `${name} hatte es freigegeben. Die Karte wurde geleert, und auf einer anderen ist nichts angekommen. Übertragen Sie es von der Seite der Karte aus weiter.`,
  },
}
