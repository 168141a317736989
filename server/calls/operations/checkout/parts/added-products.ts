import type { Brand } from '../../../../domain/brand/brand.ts'
import { catalogueNamesOf } from '../../../../domain/checkout/catalogue-of.ts'
import { microNumber } from '../../../../domain/checkout/exact.ts'
import type { CheckoutRecord } from '../../../../domain/checkout/record.ts'
import { integer, model, number, text } from '../../../../ground/contract/field.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { toJsonNumber } from '../../../../ground/kernel/money.ts'

export const addedProduct = model('AddedProduct', 'A line that a campaign added to the checkout.', {
  sku: text('The product.').required(),
  name: text('Its name in the catalogue. Absent if it is not in it.'),
  amountPurchased: number('How many units.').required(),
  unitPrice: number('What a unit costs, before the discount.').required(),
  discount: number(
    'What campaigns took off the line: amountPurchased * unitPrice - discount is to be paid.',
  ).required(),
  ruleId: text('The rule that added it: campaign/rule, as in the brand file.').required(),
  choice: text('The option by which it was chosen, if it was.'),
  sequenceId: integer('The number of the line. A return names the line by it.').required(),
})

const nothingAdded = {}

/** The lines of a checkout that campaigns added; nothing where they added none. */
export function addedProducts({ content, scale }: Pick<CheckoutRecord, 'content' | 'scale'>, brand: Brand) {
  const lines = content.lines.filter(({ addedBy }) => addedBy)
  if (lines.length === 0) return nothingAdded
  const names = catalogueNamesOf(brand)
  return {
    addedProducts: lines.map(({ sku, quantity, unitPrice, value, net, sequenceId, addedBy }) =>
      defined({
        sku,
        name: names.get(sku),
        amountPurchased: microNumber(BigInt(quantity)),
        unitPrice: microNumber(BigInt(unitPrice)),
        discount: toJsonNumber(value - net, scale),
        ruleId: addedBy?.rule ?? '',
        choice: addedBy?.choice,
        sequenceId,
      }),
    ),
  }
}
