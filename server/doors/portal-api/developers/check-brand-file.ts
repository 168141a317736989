import { optionsOf } from '../../../calls/operations/brand/parts/change-brand.ts'
import { changesIn } from '../../../domain/audit/change.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import { faultWords } from '../../../domain/brand/faults/fault-words.ts'
import { flag, integer, json, list, model, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { applyInTransaction } from '../../../storage/brand-store/apply/apply.ts'
import { readText } from '../../../storage/brand-store/texts/text-room.ts'
import { brandRoute } from '../route.ts'
import { userOf } from '../user-of.ts'

const fault = model('FileFault', 'What is wrong, and where.', {
  path: text('Where, as in products[ESP].cost.').required(),
  message: text('What is wrong, and what to do.').required(),
  line: integer('The line of the file.'),
  column: integer('The column.'),
})

const anyFile = model('CheckedFile', 'The file as data.', {})

/** So much of a file is read at once: it has to fit into a request of the operation that applies it. */
const fileCharactersMax = 900_000
const faultsMax = 200

/** What the operation applyBrand would do with a file as somebody wrote it: nothing is changed. */
export const checkBrandFile = brandRoute({
  name: 'checkBrandFile',
  summary: 'Say what is wrong with a brand file, line by line, and what it would change.',
  permission: 'configuration.change',
  isConfirmed: false,
  reach: 'brand',
  request: {
    text: text('The file, YAML or JSON.').max(fileCharactersMax).required(),
    overwrite: flag('Also take back what others have changed since it was exported.').default(false),
  },
  response: {
    faults: list('What is wrong. Empty: it can be applied.', fault).required(),
    warnings: list('What is most likely a mistake.', fault).required(),
    changes: list('What would change, one line each.', text('A change.')).required(),
    isOvertaken: flag('Whether others have changed something since that the file would take back.').required(),
    file: json('The file as data, for applyBrand. Absent with faults.', anyFile),
  },
  run: async ({ request, room, brand, visitor, standing, language }) => {
    const { pins, random, environment } = room
    const call = { ref: room.newRef(), locationId: '', terminalId: '', user: userOf(room, { visitor, standing }) }
    const origin = { actor: { kind: 'user', name: visitor.name } } as const
    const options = { ...optionsOf({ call, pins, random, environment }), dryRun: true, origin }
    const written = await readText(brand.id, request.text)
    const { data } = written
    if (written.faults.length > 0) return refused(written.faults, false, language)
    if (idOf(data) !== undefined && idOf(data) !== brand.id)
      return refused([{ path: 'brand.id', ...faultOf('otherBrandsFile', { brand: brand.id }) }], false, language)
    const applied = await room.pool.withConnection(async (db) => {
      await db.rows`begin`
      try {
        return await applyInTransaction(db, written, { ...options, overwrite: request.overwrite })
      } finally {
        await db.rows`rollback`
      }
    })
    if ('faults' in applied) return refused(applied.faults, applied.conflict !== undefined, language)
    const warnings = applied.warnings.slice(0, faultsMax).map(shown(language))
    return { faults: [], warnings, changes: changesIn(applied.lines, language), isOvertaken: false, file: data }
  },
})

const refused = (faults: readonly FileFault[], isOvertaken: boolean, language: Language) => ({
  faults: faults.slice(0, faultsMax).map(shown(language)),
  warnings: [],
  changes: [],
  isOvertaken,
})

const shown = (language: Language) => (fault: FileFault) =>
  defined({ path: fault.path, message: faultWords(fault, language), line: fault.line, column: fault.column })

function idOf(file: unknown): unknown {
  const brand = typeof file === 'object' && file !== null && 'brand' in file ? file.brand : undefined
  return typeof brand === 'object' && brand !== null && 'id' in brand ? brand.id : undefined
}
