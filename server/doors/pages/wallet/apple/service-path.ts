import type { BrandId } from '../../../../ground/kernel/ids.ts'

/** Everything that wallets ask for is under this path. */
const walletPath = '/wallet'

/** Where devices ask for passes of a brand. Apple appends /v1 and what is asked for. */
export const servicePath = (brand: BrandId) => `${walletPath}/apple/${Buffer.from(brand).toString('base64url')}`

/** What devices ask for, and of which brand; undefined for any other path. `rest` is the path after /wallet. */
export function fromServicePath(
  rest: string,
): { readonly brand: BrandId; readonly asked: readonly string[] } | undefined {
  const [, place, code = '', version, ...asked] = rest.split('/')
  if (place !== 'apple' || version !== 'v1') return undefined
  const brand = Buffer.from(code, 'base64url')
  return brand.toString('base64url') === code && brand.length > 0 ? { brand: brand.toString(), asked } : undefined
}
