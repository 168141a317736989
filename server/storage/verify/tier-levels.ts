import type { CardId } from '../../ground/kernel/ids.ts'
import { loadBrandWithoutSecrets } from '../brand-store/load-brand.ts'
import { findUnfounded } from '../store/facts/unfounded-levels.ts'
import type { Check, CheckFinding } from './check.ts'
import { type LevelCardRow, listLevelCards } from './tiers.sql.ts'

const pageSize = 1000
const findingsMax = 1000

/** Levels, and what was given for them, are derived again from what stands, a page of cards at a time. */
export const levelCheck: Check = {
  name: 'each level, and what was given for it, follows from the sales and earnings that stand',
  async find(db, brandId) {
    const brand = await loadBrandWithoutSecrets(db, brandId)
    const findings: CheckFinding[] = []
    let after: CardId | undefined = 0
    while (brand && after !== undefined && findings.length < findingsMax) {
      const page: readonly LevelCardRow[] = await listLevelCards(db, brandId, after, pageSize)
      for (const { card_id: card, program_id: program, level_id: level, now } of page) {
        const unfounded = await findUnfounded({ db, brand, now }, { card, program, level: level ?? undefined })
        findings.push(...unfounded.map((one) => toFinding(card, one)))
      }
      after = page.at(-1)?.card_id
    }
    return findings.slice(0, findingsMax)
  },
}

type Unfounded = Awaited<ReturnType<typeof findUnfounded>>[number]

function toFinding(card: CardId, { level, derived, by }: Unfounded): CheckFinding {
  const found = by === undefined ? level : `${level}, rewarded by request ${by}`
  return { subject: `card id ${card} level`, expected: by === undefined ? derived : `no reward for ${level}`, found }
}
