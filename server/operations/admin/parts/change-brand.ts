import type { BrandDocument } from '../../../brand/document.ts'
import { faultWords } from '../../../brand/faults-de/fault-words.ts'
import type { FileFault } from '../../../brand/reading/place.ts'
import type { ApplyOptions, Faulty } from '../../../brand-store/apply/plan-change.ts'
import { findUsurped } from '../../../brand-store/apply/usurped.ts'
import { brandSecretUse } from '../../../brand-store/document-secrets.ts'
import { model, text } from '../../../contract/field.ts'
import { rightsOf } from '../../../decision/call.ts'
import type { Language } from '../../../kernel/language.ts'
import type { TaskContext } from '../../operation.ts'
import { findUngoverned, findUnreviewed } from './second-person.ts'
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

/** What a call may change of a brand: nothing that only the operator can grant, or that a second person has to see. */
export function optionsOf(means: Means) {
  const options = optionsOfReviewed(means)
  const forbidden: ApplyOptions['forbidden'] = (before, after) => [
    ...options.forbidden(before, after),
    ...findUngoverned(before, after, means.call),
    ...findUnreviewed(before, after, means.call),
  ]
  return { ...options, forbidden }
}

/** The same of what a second person has seen, where one is asked for. */
export function optionsOfReviewed({ call, random, environment, pins }: Means) {
  const forbidden = (before: BrandDocument | undefined, after: BrandDocument) =>
    findUsurped(before, after, rightsOf(call))
  const sealer = pins.sealerFor(brandSecretUse)
  return { random, pins, sealer, stockMax, forbidden, refusesWeak: environment !== 'demo' }
}

const lineOf = ({ path, message }: FileFault) => (path === '' ? message : `${path}: ${message}`)

/** The first warnings, one line each, as whoever makes the change reads them. */
export const warningLines = (warnings: readonly FileFault[], language: Language): string[] =>
  warnings.slice(0, warningsMax).map(({ path, message }) => lineOf({ path, message: faultWords(message, language) }))

export function faultyText({ faults, conflict }: Faulty): string {
  const told = faults.slice(0, faultsMax).map(lineOf)
  const rest = faults.length - told.length
  const all = [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
  return conflict ? `${all}. Export the brand and change that file, or send overwrite.` : all
}
