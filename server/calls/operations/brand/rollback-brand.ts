import { changesIn } from '../../../domain/audit/change.ts'
import { originOf } from '../../../domain/decision/audit-origin.ts'
import { languageOf } from '../../../domain/decision/call.ts'
import { flag, integer, list, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { refuseField } from '../../../ground/kernel/errors.ts'
import { rollBack } from '../../../storage/brand-store/history/rollback.ts'
import { task } from '../operation.ts'
import { newSecret, noteField, optionsOf, refuseFaulty } from './parts/change-brand.ts'

export const rollbackBrand = task({
  name: 'rollbackBrand',
  group: 'admin',
  summary:
    'Make a new version with the content of an earlier one: all of it, or nothing and error 100 with all faults.',
  details:
    'Keys, employees, secrets and stock stay as they are. Enablements that only the operator may add are error 104.',
  callType: 'UPDATE_ACCOUNT',
  changesBrand: true,
  requestModel: 'RollbackBrandRequest',
  responseModel: 'RollbackBrandResponse',
  request: {
    version: integer('The version to go back to.').between(1, 2_147_483_647).required(),
    dryRun: flag('Only return what would change.').default(false),
    note: noteField,
  },
  response: {
    changed: flag('Whether anything changes.').required(),
    changes: list('The changes, one line each.', text('A change.')).required(),
    newSecrets: list('New secrets of receivers that came back and had none. Shown only here.', newSecret).required(),
    version: integer('The version that it made. Absent if nothing was changed.'),
  },
  perform: async (context) => {
    const { request, call, brand, db } = context
    const { version, dryRun, note } = request
    let made: number | undefined
    const onVersion = (number: number) => {
      made = number
    }
    const options = { ...optionsOf(context), ...defined({ note }), dryRun, onVersion, origin: originOf(call) }
    const applied = await rollBack(db, { brandId: brand.id, version }, options)
    if (!applied) return refuseField(100, 'version', `version ${version} is not kept`)
    if ('faults' in applied) return refuseFaulty(applied, languageOf(call), `version ${version}: `)
    const { changed, newSecrets } = applied
    const changes = changesIn(applied.lines, languageOf(call))
    return { kind: 'answer', response: defined({ changed, changes, newSecrets, version: made }) }
  },
})
