import { brandEdit } from '../../../calls/operations/brand/edit-brand.ts'
import { optionsOf } from '../../../calls/operations/brand/parts/change-brand.ts'
import { changesIn } from '../../../domain/audit/change.ts'
import { findEditFault } from '../../../domain/brand/edits.ts'
import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import { faultLine } from '../../../domain/brand/faults/fault-words.ts'
import { formFaultWords } from '../../../domain/brand/faults/form-words.ts'
import { integer, list, model, text } from '../../../ground/contract/field.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { editInTransaction } from '../../../storage/brand-store/apply/edit.ts'
import { turnDown } from '../refusal.ts'
import { brandRoute } from '../route.ts'
import { userOf } from '../user-of.ts'

const fault = model('ConfigurationFault', 'What is wrong, and where.', {
  path: text('Where, as in products[ESP].cost.').required(),
  message: text('What is wrong, and what to do, in the words of a form.').required(),
})

/** What the operation editBrand would do: nothing is changed. */
export const checkEdits = brandRoute({
  name: 'checkEdits',
  summary: 'Say what is wrong with changes of the configuration, and what they would change.',
  permission: 'configuration.change',
  isConfirmed: false,
  reach: 'brand',
  request: {
    edits: list('The changes.', brandEdit).between(1, 500).required(),
    baseVersion: integer('The version that was looked at.').between(1, 2_147_483_647).required(),
  },
  response: {
    faults: list('What is wrong. Empty: they can be applied.', fault).required(),
    warnings: list('What is most likely a mistake.', fault).required(),
    changes: list('What would change, one line each.', text('A change.')).required(),
    lines: list(
      'The same as it is kept in the history, for forms that have words of their own.',
      text('A line.'),
    ).required(),
    overtaken: list('Entries that somebody else has changed since.', text('One.')).required(),
  },
  run: async ({ request: { edits, baseVersion }, services, brand, visitor, standing, language }) => {
    const broken = edits.map(findEditFault).find((one) => one !== undefined)
    if (broken !== undefined) return turnDown('invalid', faultLine(broken, 'en'))
    const { pins, random, environment } = services
    const call = {
      ref: services.newRef(),
      locationId: '',
      terminalId: '',
      user: userOf(services, { visitor, standing }),
    }
    const origin = { actor: { kind: 'user', name: visitor.name } } as const
    const options = { ...optionsOf({ call, pins, random, environment }), dryRun: true, origin }
    const applied = await services.pool.withConnection(async (db) => {
      await db.rows`begin`
      try {
        return await editInTransaction(db, { brandId: brand.id, edits, baseVersion }, options)
      } finally {
        await db.rows`rollback`
      }
    })
    if ('overtaken' in applied)
      return { faults: [], warnings: [], changes: [], lines: [], overtaken: applied.overtaken }
    if ('faults' in applied)
      return { faults: applied.faults.map(shown(language)), warnings: [], changes: [], lines: [], overtaken: [] }
    return {
      faults: [],
      warnings: applied.warnings.map(shown(language)),
      changes: changesIn(applied.lines, language),
      lines: applied.lines,
      overtaken: [],
    }
  },
})

const shown = (language: Language) => (fault: FileFault) => ({
  path: fault.path,
  message: formFaultWords(fault, language),
})
