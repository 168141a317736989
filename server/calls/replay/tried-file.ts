import type { Brand } from '../../domain/brand/brand.ts'
import type { FileFault } from '../../domain/brand/faults/fault.ts'
import { faultOf } from '../../domain/brand/faults/fault.ts'
import type { Campaign } from '../../domain/brand/shapes/campaign-shape.ts'
import { readNow } from '../../ground/database/clock.sql.ts'
import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId } from '../../ground/kernel/ids.ts'
import { formatDateTime, type Instant } from '../../ground/kernel/time.ts'
import { loadDraft, type TrialBrand } from '../../storage/brand-store/draft.ts'
import { findDraft, listDraftEntries } from '../../storage/brand-store/drafts/draft.sql.ts'

/** The file that a replay decides by. */
export interface TriedFile {
  readonly brand: Brand
  /** Of a draft that is kept with the brand: the campaigns that it changes. */
  readonly own?: ReadonlySet<string>
}

type Faulty = { readonly faults: readonly FileFault[] }

interface Trial {
  readonly draft: TrialBrand
  /** When the period begins. */
  readonly from: Instant
}

/**
 * A draft is tried as if its own campaigns and rules ran on every day of the period: sales are decided as of when they
 * were made, which is before the first day of most campaigns that somebody is about to publish. The same holds for what
 * was published before and has yet to run: else several that begin later would never be counted together.
 */
export async function loadTried(db: Sql, brandId: BrandId, { draft, from }: Trial): Promise<TriedFile | Faulty> {
  const brand = await loadDraft(db, brandId, draft)
  if (!brand) return { faults: [{ path: 'brand', ...faultOf('noSuchDraft', { brand: brandId }) }] }
  if ('faults' in brand) return brand
  if (draft.kind !== 'draft') return { brand }
  const entries = await listDraftEntries(db, brandId, draft.draftId)
  // Looked at last: whatever was read before is of this revision, because it has not changed since it was asked for.
  const row = await findDraft(db, brandId, draft.draftId)
  if (draft.revision !== undefined && row?.revision !== draft.revision)
    return { faults: [{ path: 'draft', ...faultOf('draftChanged') }] }
  const own = new Set(entries.flatMap(({ section, key }) => (section === 'campaigns' ? [key] : [])))
  return { brand: atAnyTime(brand, own, { from, now: await readNow(db) }), own }
}

interface Moments {
  readonly from: Instant
  readonly now: Instant
}

function atAnyTime(brand: Brand, own: ReadonlySet<string>, moments: Moments): Brand {
  const { timeZone } = brand
  const [first, today] = [formatDateTime(moments.from, timeZone), formatDateTime(moments.now, timeZone)]
  /** What has ended stays as it was. */
  const isYetToRun = ({ from = '', until }: Dated) => from > first && (until === undefined || until > today)
  const asYetToRun = <T extends Dated>(dated: T): T => (isYetToRun(dated) ? withoutDates(dated) : dated)
  const tried = (campaign: Campaign): Campaign => {
    const undated = own.has(campaign.id) ? withoutDates : asYetToRun
    return { ...undated(campaign), rules: campaign.rules.map((rule) => undated(rule)) }
  }
  return { ...brand, document: { ...brand.document, campaigns: brand.document.campaigns.map(tried) } }
}

interface Dated {
  readonly from?: string
  readonly until?: string
}

function withoutDates<T extends Dated>(dated: T): T {
  const { from: _, until: __, ...rest } = dated
  return rest as T
}
