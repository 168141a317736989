import type { FileFault } from '../../../../domain/brand/faults/fault.ts'
import { faultLine } from '../../../../domain/brand/faults/fault-words.ts'
import { callerOf } from '../../../../domain/decision/call.ts'
import { model, text } from '../../../../ground/contract/field.ts'
import { type Refusal, refuse } from '../../../../ground/kernel/errors.ts'
import type { Language } from '../../../../ground/kernel/language.ts'
import type { Faulty } from '../../../../storage/brand-store/apply/plan-change.ts'
import { brandSecretUse } from '../../../../storage/brand-store/document-secrets.ts'
import type { TaskContext } from '../../operation.ts'
import { stockMax } from './stock-max.ts'

/** Characters of the faults that are told at once; the rest are counted. An errorMessage stays below 2000. */
const faultsMax = 1800
const warningsMax = 50

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
  // What the judge has against it is said in the language of whoever reads it, what is wrong with a file in English.
  const words = faultyText(faulty, faulty.areForbidden ? language : 'en')
  const refusal = refuse(faulty.areForbidden ? 104 : 100, `${place}${words}`)
  return faulty.owed ? { ...refusal, owed: faulty.owed } : refusal
}

/** The first warnings, one line each, as whoever makes the change reads them. */
export const warningLines = (warnings: readonly FileFault[], language: Language): string[] =>
  warnings.slice(0, warningsMax).map((warning) => faultLine(warning, language))

function faultyText({ faults, conflict }: Faulty, language: Language): string {
  const told = firstLines(faults, language)
  const rest = faults.length - told.length
  const all = [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
  return conflict ? `${all}. Export the brand and change that file, or send overwrite.` : all
}

/** As many as fit, at least one: each of them may name everything that is known at its place. */
function firstLines(faults: readonly FileFault[], language: Language): readonly string[] {
  const lines: string[] = []
  let length = 0
  for (const fault of faults) {
    const line = faultLine(fault, language)
    length += line.length + 2
    if (lines.length > 0 && length > faultsMax) return lines
    lines.push(line.length <= faultsMax ? line : `${line.slice(0, faultsMax)}…`)
  }
  return lines
}
