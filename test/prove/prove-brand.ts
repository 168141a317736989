/** A brand of the programme, and what its calls are made with. */
export interface ProveBrand {
  readonly id: string
  readonly key: string
  readonly secret: string
}

export const proveBrand = (id: string): ProveBrand => ({ id, key: `till-${id}`, secret: `secret-of-${id}` })

export const usd = (cents: number) => ({ balanceType: 'Currency', balanceCode: 'USD', amount: cents / 100 })

/** What a customer gets for each whole dollar of what they pay. */
export const pointsPerDollar = 1

const location = (id: string, terminal: string) => ({ id, name: id, terminals: [terminal] })

/** Points for sales, a code that takes a tenth off, coupons that take a dollar off. */
export const proveCampaigns: readonly object[] = [
  {
    id: 'earn',
    name: 'Earn',
    rules: [
      {
        id: 'earn',
        trigger: 'checkout',
        then: [
          { issue: { balanceType: 'Points', amount: { give: pointsPerDollar, per: 1, of: 'checkout.netTotal' } } },
        ],
      },
      {
        id: 'code',
        trigger: 'checkout',
        when: [{ fact: 'code', set: 'public' }],
        then: [{ discount: { percent: 10 } }],
      },
      {
        id: 'coupon',
        trigger: 'checkout',
        when: [{ fact: 'coupon', set: 'gift' }],
        then: [{ discount: { amount: 1 } }],
      },
    ],
  },
]

/** Its file: dollars and points, a rule that gives points, one that gives coupons, a code that takes a tenth off. */
export function proveFile({ id, key, secret }: ProveBrand, more: object = {}): object {
  return {
    brand: {
      id,
      name: `Prove ${id}`,
      country: 'US',
      currency: 'USD',
      timeZone: 'UTC',
      enable: ['createIfNew', 'reactivate', 'transferZero', 'flex', 'admin', 'segments', 'mailings', 'recommendations'],
    },
    apiKeys: [{ key, secret }],
    locations: [location('L1', 'T1'), location('L2', 'T2')],
    programs: [
      {
        id: 'rewards',
        name: 'Rewards',
        type: 'loyalty',
        valueTypes: [
          { balanceType: 'Points', scale: 0 },
          { balanceType: 'Currency', balanceCode: 'USD', scale: 2, maxBalance: 1_000_000 },
        ],
        cardSets: [{ id: 'cards', name: 'Cards' }],
      },
    ],
    couponSets: [
      { id: 'public', name: 'Public', codes: [{ code: 'TENTH' }, { code: 'RARE', uses: 1000, perCard: 1 }] },
      { id: 'gift', name: 'Gifts', generate: { count: 1, prefix: 'G-', length: 14 }, autoGenerate: true },
    ],
    campaigns: proveCampaigns,
    ...more,
  }
}
