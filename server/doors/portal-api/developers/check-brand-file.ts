import { optionsOf } from '../../../calls/operations/brand/parts/change-brand.ts'
import { changesIn } from '../../../domain/audit/change.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import { faultWords } from '../../../domain/brand/faults/fault-words.ts'
import { flag, integer, json, list, model, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { Language } from '../../../ground/kernel/language.ts'
import { applyInTransaction } from '../../../storage/brand-store/apply/apply.ts'
import { promote } from '../../../storage/brand-store/history/promote.ts'
import { readText } from '../../../storage/brand-store/texts/text-room.ts'
import { turnDown } from '../refusal.ts'
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
    promote: flag('It is of another brand: take its configuration over.').default(false),
  },
  response: {
    faults: list('What is wrong. Empty: it can be applied.', fault).required(),
    warnings: list('What is most likely a mistake.', fault).required(),
    changes: list('What would change, one line each.', text('A change.')).required(),
    isOvertaken: flag('Whether others have changed something since that the file would take back.').required(),
    otherBrand: text('The brand that it is of, if that is another one: it can be promoted.'),
    file: json('The file as data, for applyBrand. Absent with faults.', anyFile),
  },
  run: async ({ request, services, brand, visitor, standing, language }) => {
    const { pins, random, environment } = services
    const call = {
      ref: services.newRef(),
      locationId: '',
      terminalId: '',
      user: userOf(services, { visitor, standing }),
    }
    const origin = { actor: { kind: 'user', name: visitor.name } } as const
    const options = { ...optionsOf({ call, pins, random, environment }), dryRun: true, origin }
    const written = await readText(brand.id, request.text)
    const { data } = written
    if (written.faults.length > 0) return refused(written.faults, false, language)
    const otherBrand = otherThan(brand, data)
    if (otherBrand !== undefined && !request.promote) {
      const fault = { path: 'brand.id', ...faultOf('otherBrandsFile', { brand: brand.id }) }
      return { ...refused([fault], false, language), otherBrand }
    }
    const applied = await services.pool.withConnection(async (db) => {
      await db.rows`begin`
      try {
        const how = { ...options, overwrite: request.overwrite }
        return request.promote
          ? await promote(db, { text: { json: JSON.stringify(data) }, brandId: brand.id }, how)
          : await applyInTransaction(db, written, how)
      } finally {
        await db.rows`rollback`
      }
    })
    if (!applied) return turnDown('notFound', 'There is no such brand.')
    if ('faults' in applied) return refused(applied.faults, applied.conflict !== undefined, language)
    const warnings = applied.warnings.slice(0, faultsMax).map(shown(language))
    const changes = changesIn(applied.lines, language)
    return defined({ faults: [], warnings, changes, isOvertaken: false, otherBrand, file: data })
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

/** The brand that a file is of, if it is another one. */
function otherThan({ id }: Pick<Brand, 'id'>, file: unknown): string | undefined {
  const own = idOf(file)
  return own === undefined || own === id ? undefined : String(own)
}

function idOf(file: unknown): unknown {
  const brand = typeof file === 'object' && file !== null && 'brand' in file ? file.brand : undefined
  return typeof brand === 'object' && brand !== null && 'id' in brand ? brand.id : undefined
}
