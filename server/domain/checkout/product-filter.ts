import { type AttributeTest, holdAll, holdAny } from '../brand/attributes.ts'
import type { ProductFilter } from '../brand/rules/arguments.ts'
import { decimalOf, type Micro, powerOfTen, toMicroUp } from './exact.ts'
import type { Line } from './line.ts'

/** Whether a line is meant. */
export type ProductTest = (line: Line) => boolean

/** Compiles a `where`: every key must hold, any value of a list, nothing excepted. Without one, every line is meant. */
export function compileFilter(filter: ProductFilter | undefined): ProductTest {
  const { sku, category, parent, attributes, minUnitPrice, maxUnitPrice, except } = filter ?? {}
  const tests: ProductTest[] = []
  if (sku) {
    const skus = new Set(sku)
    tests.push((line) => skus.has(line.sku))
  }
  if (category) tests.push((line) => category.some((one) => line.categories.has(one)))
  if (parent) tests.push((line) => parent.some((one) => line.ancestors.has(one)))
  if (minUnitPrice !== undefined) {
    const least = toMicroUp(decimalOf(minUnitPrice))
    tests.push((line) => line.unitPrice >= least)
  }
  if (maxUnitPrice !== undefined) {
    const most = toMicroDown(maxUnitPrice)
    tests.push((line) => line.unitPrice <= most)
  }
  if (attributes) {
    const asked = Object.entries(attributes)
    tests.push((line) => holdAll(asked, line.attributes))
  }
  if (except) tests.push(exceptionOf(except))
  const [only, second] = tests
  return only && !second ? only : (line) => tests.every((holds) => holds(line))
}

function exceptionOf({
  sku = [],
  category = [],
  parent = [],
  attributes = {},
}: NonNullable<ProductFilter['except']>): ProductTest {
  const asked: readonly (readonly [string, AttributeTest])[] = Object.entries(attributes)
  return (line) =>
    !(
      sku.includes(line.sku) ||
      category.some((one) => line.categories.has(one)) ||
      parent.some((one) => line.ancestors.has(one)) ||
      holdAny(asked, line.attributes)
    )
}

function toMicroDown(value: number): Micro {
  const { units, scale } = decimalOf(value)
  return (BigInt(units) * powerOfTen(6)) / powerOfTen(scale)
}
