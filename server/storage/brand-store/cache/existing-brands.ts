import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { listExisting } from '../brand-list.sql.ts'

const namesPerQuestion = 1000
/** How many names may wait. Nobody who names more brands at once means brands that exist. */
const waitingMax = 10_000

/**
 * Finds out whether brands exist, with one query at a time for all names that arrived in the meantime. Strangers may
 * name any number of brands, and looking these up must not crowd out the work of brands that exist.
 */
export class ExistingBrands {
  private readonly db: Sql
  private readonly waiting = new Map<BrandId, PromiseWithResolvers<boolean>>()
  private asking = false

  constructor(db: Sql) {
    this.db = db
  }

  has(brandId: BrandId): Promise<boolean> {
    const current = this.waiting.get(brandId)
    if (current) return current.promise
    if (this.waiting.size >= waitingMax) return Promise.reject(new Error('too many brands are asked for at once'))
    const question = Promise.withResolvers<boolean>()
    this.waiting.set(brandId, question)
    if (!this.asking) void this.askAll()
    return question.promise
  }

  private async askAll(): Promise<void> {
    this.asking = true
    while (this.waiting.size > 0) {
      const asked = [...this.waiting].slice(0, namesPerQuestion)
      for (const [brandId] of asked) this.waiting.delete(brandId)
      const found = this.ask(asked.map(([brandId]) => brandId))
      for (const [brandId, { resolve }] of asked) resolve(found.then((names) => names.has(brandId)))
      await found.catch(() => undefined)
    }
    this.asking = false
  }

  private async ask(brandIds: readonly BrandId[]): Promise<ReadonlySet<BrandId>> {
    const rows = await listExisting(this.db, brandIds)
    return new Set(rows.map((row) => row.brand_id))
  }
}
