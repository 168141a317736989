import { currencyScale } from '../../../ground/kernel/currency.ts'
import type { Ratio } from '../../../ground/kernel/ratio.ts'
import type { ValueType } from '../../brand/brand.ts'
import { exactWorthOfMoney, exactWorthOfValue } from '../../brand/worth.ts'
import { currencyOf } from '../effects/take-discount.ts'
import type { Run } from '../run.ts'

export interface Currency {
  readonly name: string
  readonly scale: number
}

/**
 * What gifts of a call are compared in: the main currency or, where it is not known what the location's currency is worth
 * in it, that one.
 */
export class Reckoning {
  readonly currency: Currency
  private readonly brand: Run['context']['brand']
  private readonly local: string
  private readonly hasRate: boolean

  constructor(run: Run) {
    const { brand } = run.context
    this.brand = brand
    this.local = currencyOf(run)
    this.hasRate = exactWorthOfMoney(brand, this.local, 1).over > 0n
    const name = this.hasRate ? brand.currency : this.local
    this.currency = { name, scale: currencyScale(name) }
  }

  discount(minor: number): Ratio {
    return this.hasRate ? exactWorthOfMoney(this.brand, this.local, minor) : asItself(minor, currencyScale(this.local))
  }

  issued(valueType: ValueType, minor: number): Ratio {
    const isLocal = valueType.balanceType === 'Currency' && valueType.balanceCode === this.local
    return isLocal && !this.hasRate ? asItself(minor, valueType.scale) : exactWorthOfValue(this.brand, valueType, minor)
  }
}

const asItself = (minor: number, scale: number): Ratio => ({ over: BigInt(minor), under: 10n ** BigInt(scale) })
