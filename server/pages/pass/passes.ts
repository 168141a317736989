import type { KeyObject } from 'node:crypto'
import type { Brand, Program } from '../../brand/brand.ts'
import { programOf } from '../../brand/value-types.ts'
import { LocalClock } from '../../campaign/clock.ts'
import { decimalText } from '../../campaign/decimal.ts'
import { decimalOfMicro } from '../../campaign/tier/measure.ts'
import { showTier } from '../../campaign/tier/tier-in-call.ts'
import { levelAt } from '../../campaign/tier/tier-state.ts'
import { isUsable } from '../../card/guard.ts'
import type { Page } from '../../html/page.ts'
import { defined } from '../../kernel/defined.ts'
import type { BrandId } from '../../kernel/ids.ts'
import { hasExpired } from '../../kernel/signed-token.ts'
import { formatDateTime } from '../../kernel/time.ts'
import { fromPassToken, type PassTicket } from '../../link/pass-link.ts'
import { loadTiers } from '../../store/facts/tiers.ts'
import { type CardView, findNumbers } from '../../store/queries/card-view.sql.ts'
import type { Reader } from '../../store/queries/reader.ts'
import { showBalances } from './pass-balances.ts'
import { noPassPage, type Pass, passPage } from './pass-page.ts'

export interface PassParts {
  readonly keys: () => readonly KeyObject[]
  readonly brands: { load(brandId: BrandId): Promise<Brand | undefined> }
  readonly reader: Reader
}

/** The passes behind links. A forged link is refused without a query. */
export class Passes {
  private readonly parts: PassParts

  constructor(parts: PassParts) {
    this.parts = parts
  }

  async show(token: string): Promise<Page> {
    const ticket = fromPassToken(token, this.parts.keys())
    const pass = ticket && (await this.find(ticket))
    return pass ? passPage(pass) : noPassPage()
  }

  private async find(ticket: PassTicket): Promise<Pass | undefined> {
    const { brands, reader } = this.parts
    const brand = await brands.load(ticket.brand)
    if (!brand) return undefined
    const number = (await findNumbers(reader, brand.id, [ticket.card])).get(ticket.card)
    const found = number === undefined ? undefined : await reader.findCard(brand.id, number)
    const program = found && programOf(brand, found.card)
    if (!program || !isUsable(found.card, found.now)) return undefined
    if (hasExpired(ticket, found.now)) return undefined
    return {
      brandName: brand.name,
      programName: program.name,
      cardNumber: found.card.number,
      balances: showBalances(found.card, program, found.now),
      ...(await this.findLevel(brand, program, found)),
    }
  }

  /** The level that the card has, until when, and what is missing to the next one. */
  private async findLevel(brand: Brand, { id, tiers }: Program, { card, now }: CardView): Promise<Pick<Pass, 'level'>> {
    if (!tiers) return {}
    const root = card.root?.id ?? card.id
    const past = (await loadTiers({ db: this.parts.reader, brand, now }, id, [root])).get(root)
    if (!past) return {}
    const { name, rank, missing, keptUntil } = showTier(tiers, past, new LocalClock(now, brand.timeZone))
    const next = missing === undefined ? undefined : levelAt(tiers, rank + 1)
    return {
      level: defined({
        name,
        until: keptUntil === undefined ? undefined : formatDateTime(keptUntil, brand.timeZone).slice(0, 10),
        next:
          next && missing !== undefined
            ? { name: next.name, missing: decimalText(decimalOfMicro(missing)) }
            : undefined,
      }),
    }
  }
}
