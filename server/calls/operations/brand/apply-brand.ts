import { changesIn } from '../../../domain/audit/change.ts'
import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { dateTime, flag, integer, json, list, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { applyInTransaction } from '../../../storage/brand-store/apply/apply.ts'
import type { Faulty } from '../../../storage/brand-store/apply/plan-change.ts'
import { promote } from '../../../storage/brand-store/history/promote.ts'
import { type NewlyScheduled, schedule } from '../../../storage/brand-store/history/schedule.ts'
import { task } from '../operation.ts'
import { brandFile } from './parts/brand-file-model.ts'
import { newSecret, noteField, optionsOf, refuseFaulty, warningLines } from './parts/change-brand.ts'
import { stockMax } from './parts/stock-max.ts'

export const applyBrand = task({
  name: 'applyBrand',
  group: 'admin',
  summary: 'Apply a brand file: all of it, or nothing and error 100 with all faults.',
  details:
    'Whatever the file no longer contains is switched off, including keys and enablements. A file that was exported from an older version, or from none, and would take back what others have changed since is error 100. Only the operator may add to brand.enable or give a key more than the calling key has: here that is error 104.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'ApplyBrandRequest',
  responseModel: 'ApplyBrandResponse',
  request: {
    brandFile: json(
      `The file of this brand. It may make at most ${stockMax} cards and coupons at once; \`purser brand apply\` makes more.`,
      brandFile,
    )
      .max(900_000)
      .required(),
    dryRun: flag('Only return what would change.').default(false),
    note: noteField,
    overwrite: flag(
      'Also take back what others have changed since the version that the file was exported from. Otherwise that is error 100.',
    ).default(false),
    promote: flag(
      'The file is of another brand, such as the one on stage: take its configuration over. Id and name, keys, employees, senders, webhooks and stock of this brand stay.',
    ).default(false),
    at: dateTime('When to apply it; absent: now. It is checked now, and once more then.'),
  },
  response: {
    changed: flag('Whether anything changes.').required(),
    changes: list('The changes, one line each.', text('A change.')).required(),
    warnings: list('What is most likely a mistake or easy to guess, one line each.', text('A warning.')).required(),
    newSecrets: list(
      'New secrets of receivers that had none. This response is the only place that shows them. If it is lost, put other secrets into the file.',
      newSecret,
    ).required(),
    version: integer('The version that it made. Absent if nothing was changed.'),
    scheduleNumber: integer('The number by which a scheduled change can be cancelled.'),
  },
  perform: async (context) => {
    const { request, call, brand, db } = context
    const { brandFile: file, dryRun, note, overwrite, promote: isPromotion, at } = request
    if (isPromotion && at !== undefined) return refuseField(100, 'at', 'what is promoted is applied now')
    if (!isPromotion && idOf(file) !== brand.id) return refuseField(100, 'brandFile', `brand.id must be ${brand.id}`)
    let version: number | undefined
    const onVersion = (made: number) => {
      version = made
    }
    const options = {
      ...optionsOf(context),
      ...defined({ note }),
      dryRun,
      overwrite,
      onVersion,
      origin: originOf(call),
    }
    const fileText = { json: JSON.stringify(file) }
    if (at !== undefined) return scheduled(await schedule(db, { text: fileText, at }, options), languageOf(call))
    const applied = isPromotion
      ? await promote(db, { text: fileText, brandId: brand.id }, options)
      : await applyInTransaction(db, fileText, options)
    if (!applied) return refuseField(100, 'brandFile', `there is no brand ${brand.id}`)
    if ('faults' in applied) return refuseFaulty(applied, languageOf(call), 'brandFile: ')
    const { changed, newSecrets } = applied
    const changes = changesIn(applied.lines, languageOf(call))
    const warnings = warningLines(applied.warnings, languageOf(call))
    return { kind: 'answer', response: defined({ changed, changes, warnings, newSecrets, version }) }
  },
})

function scheduled(outcome: NewlyScheduled | Faulty, language: Language) {
  if ('faults' in outcome) return refuseFaulty(outcome, language, 'brandFile: ')
  const { number: scheduleNumber, lines } = outcome
  const warnings = warningLines(outcome.warnings, language)
  const response = {
    changed: lines.length > 0,
    changes: changesIn(lines, language),
    warnings,
    newSecrets: [],
    scheduleNumber,
  }
  return { kind: 'answer', response: defined(response) } as const
}

function idOf(file: unknown): unknown {
  const brand = typeof file === 'object' && file !== null && 'brand' in file ? file.brand : undefined
  return typeof brand === 'object' && brand !== null && 'id' in brand ? brand.id : undefined
}
