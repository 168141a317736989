import { changesIn } from '../../../domain/audit/change.ts'
import { editSections, findEditFault } from '../../../domain/brand/edits.ts'
import { faultLine } from '../../../domain/brand/faults/fault-words.ts'
import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { flag, id, integer, json, list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuse, refuseField } from '../../../ground/kernel/errors.ts'
import { editInTransaction } from '../../../storage/brand-store/apply/edit.ts'
import { task } from '../operation.ts'
import { brandFile } from './parts/brand-file-model.ts'
import { newSecret, noteField, optionsOf, refuseFaulty, warningLines } from './parts/change-brand.ts'

export const brandEdit = model('BrandEdit', 'An entry of the brand file as it is to be.', {
  section: oneOf('The section of the file.', editSections).required(),
  key: id(
    'The entry: its id, or the sku of a product, the name of a demographic field, the uuid of a list, the categoryId of an event type. Absent for brand, senders and texts, which are changed as a whole.',
  ),
  entry: json('The whole entry as a brand file has it. Absent: it is removed.', brandFile).max(200_000),
})

/** As many as fit into a request, whose keys and elements are counted. */
const editsMax = 500

export const editBrand = task({
  name: 'editBrand',
  group: 'admin',
  summary: 'Change single entries of the brand file: all of them, or nothing and error 100 with all faults.',
  details:
    'Everything else stays as it is, also what others have changed since baseVersion. If they have changed one of the same entries, it is error 100, and nothing is overwritten.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'EditBrandRequest',
  responseModel: 'EditBrandResponse',
  request: {
    edits: list('The entries.', brandEdit).between(1, editsMax).required(),
    baseVersion: integer('The version in which the entries were read.').between(1, 2_147_483_647).required(),
    dryRun: flag('Only return what would change.').default(false),
    note: noteField,
  },
  response: {
    changed: flag('Whether anything changes.').required(),
    changes: list('The changes, one line each.', text('A change.')).required(),
    warnings: list('What is most likely a mistake or easy to guess, one line each.', text('A warning.')).required(),
    newSecrets: list('New secrets of receivers that had none. Shown only here.', newSecret).required(),
    version: integer('The version that it made. Absent if nothing was changed.'),
  },
  check: ({ edits }) => {
    const fault = edits.map(findEditFault).find((one) => one !== undefined)
    return fault === undefined ? undefined : refuseField(100, 'edits', faultLine(fault, 'en'))
  },
  perform: async (context) => {
    const { request, call, brand, db } = context
    const { edits, baseVersion, dryRun, note } = request
    let version: number | undefined
    const onVersion = (made: number) => {
      version = made
    }
    const options = { ...optionsOf(context), ...defined({ note }), dryRun, onVersion, origin: originOf(call) }
    const applied = await editInTransaction(db, { brandId: brand.id, edits, baseVersion }, options)
    if ('overtaken' in applied) return refuse(100, overtakenText(applied.overtaken, applied.version))
    if ('faults' in applied) return refuseFaulty(applied, languageOf(call))
    const { changed, newSecrets } = applied
    const changes = changesIn(applied.lines, languageOf(call))
    const warnings = warningLines(applied.warnings, languageOf(call))
    return { kind: 'answer', response: defined({ changed, changes, warnings, newSecrets, version }) }
  },
})

const overtakenText = (addresses: readonly string[], version: number) =>
  `${addresses.slice(0, 10).join(', ')}: changed by somebody else since. Read version ${version} and make your change there.`
