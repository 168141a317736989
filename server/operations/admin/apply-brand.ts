import type { FileFault } from '../../brand/reading/place.ts'
import { type ApplyOptions, applyInTransaction } from '../../brand-store/apply/apply.ts'
import { findUsurped } from '../../brand-store/apply/usurped.ts'
import { brandSecretUse } from '../../brand-store/document-secrets.ts'
import { flag, json, list, model, text } from '../../contract/field.ts'
import { originOf } from '../../decision/audit-origin.ts'
import { refuse } from '../../kernel/errors.ts'
import { task } from '../operation.ts'
import { brandFile } from './parts/brand-file-model.ts'
import { stockMax } from './parts/stock-max.ts'

/** Faults that are told at once; the rest are counted. */
const faultsMax = 50

const newSecret = model('NewSecret', 'A secret that was generated because the file gives none.', {
  address: text('What is signed with it: senders/sms, webhooks/ID.').required(),
  secret: text('The secret, for the receiver.').required(),
})

export const applyBrand = task({
  name: 'applyBrand',
  group: 'admin',
  summary: 'Apply a brand file: all of it, or nothing and error 100 with all faults.',
  details:
    'Whatever the file no longer contains is switched off, including keys and enablements. Only the operator may add to brand.enable or give a key more than the calling key has: here that is error 104.',
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
  },
  response: {
    changed: flag('Whether anything changes.').required(),
    changes: list('The changes, one line each.', text('A change.')).required(),
    warnings: list('What is most likely a mistake or easy to guess, one line each.', text('A warning.')).required(),
    newSecrets: list(
      'New secrets of receivers that had none. This response is the only place that shows them. If it is lost, put other secrets into the file.',
      newSecret,
    ).required(),
  },
  perform: async ({ request, call, brand, db, random, environment, pins }) => {
    const { brandFile: file, dryRun } = request
    if (idOf(file) !== brand.id) return refuse(100, `brandFile: brand.id must be ${brand.id}`)
    const forbidden: ApplyOptions['forbidden'] = (before, after) => findUsurped(before, after, call.key?.rights ?? {})
    const refusesWeak = environment !== 'demo'
    const sealer = pins.sealerFor(brandSecretUse)
    const origin = originOf(call)
    const options = { dryRun, origin, random, pins, sealer, stockMax, forbidden, refusesWeak }
    const applied = await applyInTransaction(db, { json: JSON.stringify(file) }, options)
    if ('faults' in applied) return refuse(applied.areForbidden ? 104 : 100, `brandFile: ${textOf(applied.faults)}`)
    const { changed, lines: changes, newSecrets } = applied
    const warnings = applied.warnings.slice(0, faultsMax).map(lineOf)
    return { kind: 'answer', response: { changed, changes, warnings, newSecrets } }
  },
})

function idOf(file: unknown): unknown {
  const brand = typeof file === 'object' && file !== null && 'brand' in file ? file.brand : undefined
  return typeof brand === 'object' && brand !== null && 'id' in brand ? brand.id : undefined
}

const lineOf = ({ path, message }: FileFault) => (path === '' ? message : `${path}: ${message}`)

function textOf(faults: readonly FileFault[]): string {
  const told = faults.slice(0, faultsMax).map(lineOf)
  const rest = faults.length - told.length
  return [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
}
