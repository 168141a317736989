import { faultWords } from '../../../../domain/brand/faults-de/fault-words.ts'
import type { FileFault } from '../../../../domain/brand/reading/place.ts'
import { callerOf } from '../../../../domain/decision/call.ts'
import { objectionWords } from '../../../../domain/judge/objection-words.ts'
import { model, text } from '../../../../ground/contract/field.ts'
import { type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import type { Language } from '../../../../ground/kernel/language.ts'
import type { Faulty } from '../../../../storage/brand-store/apply/plan-change.ts'
import { brandSecretUse } from '../../../../storage/brand-store/document-secrets.ts'
import type { TaskContext } from '../../operation.ts'
import { stockMax } from './stock-max.ts'

/** Faults that are told at once; the rest are counted. */
const faultsMax = 50
const warningsMax = faultsMax

export const newSecret = model('NewSecret', 'A secret that was generated because the file gives none.', {
  address: text('What is signed with it: senders/sms, webhooks/ID.').required(),
  secret: text('The secret, for the receiver.').required(),
})

export const noteField = text("Why, for the brand's history. No personal data.").max(500)

type Means = Pick<TaskContext<unknown>, 'call' | 'random' | 'environment' | 'pins'>

/** By what a call changes a brand: it is judged by who makes it. */
export function optionsOf({ call, random, environment, pins }: Means) {
  const sealer = pins.sealerFor(brandSecretUse)
  return { random, pins, sealer, stockMax, caller: callerOf(call), refusesWeak: environment !== 'demo' }
}

/** A change that is not made: forbidden, with what would help, or faulty. */
export function refuseFaulty(faulty: Faulty, language: Language, place = ''): Refusal {
  const told = { ...faulty, faults: toldFaults(faulty, language) }
  const refusal = refuse(faulty.areForbidden ? 104 : 100, `${place}${faultyText(told)}`)
  return faulty.owed ? { ...refusal, owed: faulty.owed } : refusal
}

/** What the judge has against it is said in the language of whoever reads it. */
export const toldFaults = (
  { faults, objections }: Pick<Faulty, 'faults' | 'objections'>,
  language: Language,
): FileFault[] =>
  objections ? objections.map(({ path, why }) => ({ path, message: objectionWords(why, language) })) : faults

const lineOf = ({ path, message }: FileFault) => (path === '' ? message : `${path}: ${message}`)

/** The first warnings, one line each, as whoever makes the change reads them. */
export const warningLines = (warnings: readonly FileFault[], language: Language): string[] =>
  warnings.slice(0, warningsMax).map(({ path, message }) => lineOf({ path, message: faultWords(message, language) }))

function faultyText({ faults, conflict }: Faulty): string {
  const told = faults.slice(0, faultsMax).map(lineOf)
  const rest = faults.length - told.length
  const all = [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
  return conflict ? `${all}. Export the brand and change that file, or send overwrite.` : all
}
