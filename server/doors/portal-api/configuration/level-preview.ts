import type { Brand } from '../../../domain/brand/brand.ts'
import { findingsOf } from '../../../domain/brand/read-brand-file.ts'
import { toTiers } from '../../../domain/brand/shapes/tier-shape.ts'
import { flag, id, integer, json, list, model, text } from '../../../ground/contract/field.ts'
import { fileOf } from '../../../storage/brand-store/drafts/live-entries.ts'
import { readerOf } from '../cards/parts/reading.ts'
import { brandRoute } from '../route.ts'
import { countLevels } from './count-levels.ts'

/** As long as somebody waits for numbers while they write. */
const patienceMs = 3000

const levelModel = model('LevelPreview', 'What a change of levels does to the customers of one level.', {
  level: text('The level. Empty: none.').required(),
  now: integer('Customers who have it now.').required(),
  next: integer('Who would have it, at the latest with their next purchase.').required(),
  gain: integer('Who do not have it now and would.').required(),
  lose: integer('Who have it now and would not: they have another one then, or none.').required(),
  later: integer('Who keep it only until its time is over.').required(),
})

/** What a change of levels does, before it is saved. */
export const levelPreview = brandRoute({
  name: 'levelPreview',
  summary: 'Say how many customers would have which level if the levels of a program were other ones.',
  // Whoever makes up levels finds out by the numbers what customers have spent.
  permission: 'customers.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    program: id('The program.').required(),
    entry: json(
      'The program as it is to be, as the brand file has it.',
      model('ProgramEntry', 'A program.', {}),
    ).required(),
  },
  response: {
    isReadable: flag('Whether the program can be read. If not, nothing is counted.').required(),
    customers: integer('Cards that were looked at.').required(),
    isExact: flag('Whether all cards were looked at.').required(),
    levels: list('By level.', levelModel).required(),
  },
  run: async (visit) => {
    const { request, services, brand } = visit
    const program = programIn(brand, request.entry)
    if (!program) return { isReadable: false, customers: 0, isExact: true, levels: [] }
    const tiers = program.tiers && toTiers(program.tiers, brand.document.brand.languages)
    const counting = { brand, program: request.program, tiers, now: services.now(), clock: services.now, patienceMs }
    const { customers, isExact, levels } = await countLevels(readerOf(visit), counting)
    return {
      isReadable: true,
      customers,
      isExact,
      levels: [...levels].map(([level, counts]) => ({ level, ...counts })),
    }
  },
})

/** Only the program is read, with what programs need: the rest of a file can be large, and says nothing about levels. */
function programIn(brand: Brand, entry: unknown) {
  const { brand: head } = fileOf(brand)
  const { file } = findingsOf({ json: JSON.stringify({ brand: head, programs: [entry] }) })
  return file?.programs[0]
}
