import { randomBytes } from 'node:crypto'
import { faultLine } from '../../../domain/brand/faults/fault-words.ts'
import {
  brandsMax,
  type FoundingObjection,
  foundedPerDayMax,
  judgeFounding,
} from '../../../domain/judge/judge-founding.ts'
import { roles } from '../../../domain/judge/permissions.ts'
import { oneOf, text } from '../../../ground/contract/field.ts'
import type { Session } from '../../../ground/database/connection.ts'
import { inTransaction } from '../../../ground/database/in-transaction.ts'
import { languages } from '../../../ground/kernel/language.ts'
import { applyInTransaction } from '../../../storage/brand-store/apply/apply.ts'
import type { Faulty } from '../../../storage/brand-store/apply/plan-change.ts'
import { lockBrand } from '../../../storage/brand-store/brand.sql.ts'
import { brandExists, countFounded, listBrandIds, listBrandNames } from '../../../storage/brand-store/brand-list.sql.ts'
import { brandSecretUse } from '../../../storage/brand-store/document-secrets.ts'
import { governsAll } from '../../access/login/governing.ts'
import { originOf } from '../access/origin-of.ts'
import { isTurnedDown, type PortalRefusal, turnDown } from '../refusal.ts'
import { type OwnVisit, ownRoute } from '../route.ts'
import { fileOf, type NewBrand, type TemplateName, templateNames } from './brand-templates.ts'

export const createBrand = ownRoute({
  name: 'createBrand',
  summary: 'Make a brand from a template, with its first location. For administrators of every brand.',
  isConfirmed: true,
  request: {
    name: text('What it is called. No other brand here is called the same.').max(100).required(),
    country: text('Its country, such as US.').required(),
    currency: text('Its main currency, such as USD. It stays.').required(),
    timeZone: text('Its time zone, such as America/New_York.').required(),
    language: oneOf('The language of its texts.', languages).required(),
    template: oneOf('What it begins with.', templateNames).required(),
    location: text('The name of its first location.').max(100).required(),
  },
  response: { brand: text('Its id, which tills and shops send along.').required() },
  run: async (visit) => {
    const { template, ...said } = visit.request
    try {
      return await inTransaction(visit.services.pool, async (db) => {
        const made = await found(db, visit, template, {
          ...said,
          name: said.name.trim(),
          location: said.location.trim(),
        })
        if (isTurnedDown(made)) throw new NotFounded(made)
        return made
      })
    } catch (error) {
      if (error instanceof NotFounded) return error.refusal
      throw error
    }
  },
})

/** Takes back what the transaction has changed already. */
class NotFounded extends Error {
  readonly refusal: PortalRefusal

  constructor(refusal: PortalRefusal) {
    super(refusal.text)
    this.refusal = refusal
  }
}

async function found(
  db: Session,
  visit: OwnVisit<unknown>,
  template: TemplateName,
  said: Omit<NewBrand, 'id'>,
): Promise<{ readonly brand: string } | PortalRefusal> {
  const { services, visitor, language } = visit
  // Whoever makes brands waits for the others, so that no two get one id or one name.
  await lockBrand(db, foundingLock)
  const id = await takeFreeId(db)
  const known = await listBrandNames(db)
  const ids = known.map(({ brand_id }) => brand_id)
  const objection = judgeFounding(
    { governsAll: governsAll(visitor.grants) },
    { all: known.length, foundedLately: await countFounded(db, ids) },
  )
  if (objection) return objections[objection]
  if (known.some(({ name }) => isSameName(name, said.name))) return nameTaken
  const brand = { ...said, id }
  const applied = await applyInTransaction(
    db,
    { json: JSON.stringify(fileOf(template, brand)) },
    {
      caller: { kind: 'user', permissions: roles.administrator, isConfirmed: true, isSeconded: false, isAlone: true },
      origin: originOf(visit),
      note: `Made in the portal: ${template}`,
      refusesWeak: true,
      random: randomBytes,
      pins: services.pins,
      sealer: services.pins.sealerFor(brandSecretUse),
    },
  )
  return 'faults' in applied ? turnDown('invalid', faultText(applied, language)) : { brand: brand.id }
}

/** No brand is called this: ids have no space at the beginning. */
const foundingLock = ' founding'

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.toLowerCase()

const firstId = 1001

/** An id that nobody has. Locked: the operator may be making a brand of the same id, which is seen once that is done. */
async function takeFreeId(db: Session): Promise<string> {
  for (;;) {
    const id = freeId(await listBrandIds(db))
    await lockBrand(db, id)
    if (!(await brandExists(db, id))) return id
  }
}

/** The next number: tills send it along, and people read it to each other on the phone. */
export function freeId(known: readonly string[]): string {
  const taken = new Set(known)
  const numbers = known.filter((one) => shortNumber.test(one)).map(Number)
  let next = Math.max(firstId - 1, ...numbers) + 1
  while (taken.has(String(next))) next += 1
  return String(next)
}

/** Longer ones are no numbers that somebody counts on from. */
const shortNumber = /^\d{1,9}$/

function faultText({ faults }: Faulty, language: OwnVisit<unknown>['language']): string {
  return faults.map((fault) => faultLine(fault, language)).join('; ')
}

const nameTaken = turnDown('conflict', 'There is a brand of this name already.')

const objections: { readonly [Why in FoundingObjection]: PortalRefusal } = {
  notOfAll: turnDown('forbidden', 'Only an administrator of every brand makes one.'),
  tooMany: turnDown(
    'forbidden',
    `There are ${brandsMax} brands, and the portal lists no more. The operator can make others.`,
  ),
  tooFast: turnDown(
    'slowDown',
    `${foundedPerDayMax} brands were made within a day. Try again tomorrow, or ask the operator.`,
  ),
}
