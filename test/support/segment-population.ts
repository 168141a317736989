import type { Brand } from '../../server/domain/brand/brand.ts'
import { uuidV7 } from '../../server/ground/kernel/ids.ts'
import { openShop, type Shop } from './shop.ts'
import { sql } from './time-passes.ts'

// What the test of segments against campaign conditions lives on: a brand whose cards have a bit of everything.

const news = '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a01'
const alerts = '7b1c0d5e-6f0a-4a52-9a0e-0d6f3f3f3a03'
const day = 24 * 60 * 60 * 1000

export function openPopulatedShop(by: object): Promise<Shop> {
  const levels = [
    { id: 'silver', at: 2 },
    { id: 'gold', at: 7.5 },
  ]
  return openShop({
    program: { tiers: { by, levels, keep: { days: 30 } } },
    valueTypes: [
      { balanceType: 'Points', scale: 0 },
      { balanceType: 'Currency', balanceCode: 'USD', scale: 2 },
      { balanceType: 'Punches', scale: 0, subtracks: ['Espresso', 'Tea'] },
    ],
    cardSets: [
      { id: 'cards', generate: { count: 40, prefix: '60', length: 16 } },
      { id: 'more', generate: { count: 5, prefix: '61', length: 16 } },
    ],
    more: {
      demographicFields: [
        { name: 'drink', type: 'String' },
        { name: 'hobbies', type: 'String', list: true },
        { name: 'cups', type: 'Integer' },
        { name: 'years', type: 'Integer', list: true },
        { name: 'since', type: 'Date' },
      ],
      subscriptionLists: [
        { uuid: news, name: 'News', channel: 'email' },
        { uuid: alerts, name: 'Alerts', channel: 'sms' },
      ],
      eventTypes: [{ categoryId: 'app-open' }, { categoryId: 'review' }],
      products: [
        { sku: 'ESP', parent: 'COFFEE', categories: ['drinks'] },
        { sku: 'COFFEE', categories: ['drinks'] },
        { sku: 'BUN', categories: ['food'] },
      ],
      segments: [
        { id: 'big', where: [] },
        { id: 'small', where: [] },
      ],
      campaigns: [
        { id: 'c', rules: [{ id: 'r', trigger: 'checkout', then: [{ issue: { balanceType: 'Points', amount: 1 } }] }] },
      ],
    },
  })
}

/** Numbers that look like chance and are the same each time. */
export function dice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (count: number) => Math.floor(next() * count)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  return { below, pick, some: (share: number) => next() < share }
}
export type Dice = ReturnType<typeof dice>

/** Fills the brand's rows at random, as calls of the last weeks would have left them. */
export async function populate(brand: Brand, now: number, seed: number): Promise<void> {
  const roll = dice(seed)
  const cards = await sql(`select card_id, card_set_id from card where brand_id = $1 and root_id is null`, [brand.id])
  for (const { card_id: card } of cards) {
    await setCard(brand, Number(card), roll, now)
    for (let lot = 1; lot <= roll.below(5); lot += 1) await addLot(brand, { card: Number(card), lot }, roll, now)
    if (roll.some(0.8)) await addAccount(brand, Number(card), roll, now)
    for (let count = roll.below(5); count > 0; count -= 1) await addSale(brand, Number(card), roll, now)
    for (let count = roll.below(3); count > 0; count -= 1) await addEvent(brand, Number(card), roll, now)
    for (let count = roll.below(3); count > 0; count -= 1) await addFiring(brand, Number(card), roll, now)
    await addComputed(brand, Number(card), roll)
    if (roll.some(0.5)) await addTier(brand, Number(card), roll, now)
  }
}

const ago = (now: number, roll: Dice, days: number) => new Date(now - roll.below(days * 1000) * (day / 1000))
const maybe = <T>(roll: Dice, value: T): T | null => (roll.some(0.5) ? value : null)

async function setCard(brand: Brand, card: number, roll: Dice, now: number): Promise<void> {
  const status = roll.pick(['Activated', 'Activated', 'Activated', 'Suspended', 'Closed', 'Inventory', 'Transfer'])
  await sql(`update card set status = $3, activated_at = $4, expires_at = $5 where brand_id = $1 and card_id = $2`, [
    brand.id,
    card,
    status,
    roll.some(0.9) ? ago(now, roll, 40) : null,
    // Nobody has booked the expiry of those that lie in the past.
    roll.pick([null, null, null, new Date(now - day), new Date(now), new Date(now + 1)]),
  ])
  if (!roll.some(0.2)) return
  await sql(
    `insert into card (brand_id, card_set_id, card_number, status, pick_key, origin, root_id)
     values ($1, 'cards', $3, 'Activated', 0, 'created', $2)`,
    [brand.id, card, `child-${card}`],
  )
}

async function addLot(brand: Brand, { card, lot }: { card: number; lot: number }, roll: Dice, now: number) {
  const amount = roll.below(5) * 250
  const type = roll.pick([...brand.valueTypes.keys()])
  await sql(
    `insert into lot (brand_id, card_id, lot_no, value_type_id, bucket, amount, held, return_related, expires_at, active_at,
       issued_at) values ($1, $2, $3, $4, $5, $6, $7, false, $8, $9, now())`,
    [
      brand.id,
      card,
      lot,
      type,
      roll.pick(['', '', '', 'coupon:X', 'subtrack:1']),
      amount,
      roll.some(0.3) ? amount : roll.below(amount + 1),
      maybe(roll, new Date(now + (roll.below(40) - 8) * day)),
      roll.some(0.2) ? new Date(now + (roll.below(8) - 4) * day) : null,
    ],
  )
}

export const names = ['Ana', 'Bo', 'Ünal', 'O"Hara', 'back\\slash', 'a%b_c', 'Łódź 🚀']
export const birthdays = ['1990-02-28', '1992-02-29', '2000-12-31', '1985-03-01', '2035-01-01', '1999-11-15']

async function addAccount(brand: Brand, card: number, roll: Dice, now: number): Promise<void> {
  const keep = (entries: readonly (readonly [string, unknown])[]) =>
    JSON.stringify(Object.fromEntries(entries.filter(() => roll.some(0.7))))
  const customer = keep([
    ['firstName', roll.pick([...names, ''])],
    ['birthday', roll.pick(birthdays)],
    ['country', roll.pick(['US', 'DE'])],
    ['language', roll.pick(['de', 'de-AT', 'fr'])],
    ['latitude', roll.pick([40.7, -12, 0, 1.25])],
    ['flv', roll.below(3) * 50],
    ['affiliatedLocations', roll.pick([['L1'], ['L1', 'L2'], []])],
  ])
  const demographics = keep([
    ['drink', [roll.pick([...names, ''])]],
    ['hobbies', roll.pick([['Ana', 'golf'], ['golf'], [], ['']])],
    ['cups', [roll.pick([0, 3, -2, 'many'])]],
    ['years', roll.pick([[2001, 2002], [2003], [], ['x', 2001]])],
    ['since', [roll.pick(birthdays)]],
  ])
  const wish = () => ({ optIn: roll.some(0.6), ...(roll.some(0.5) && { confirmed: true }) })
  const links = [
    { thirdParty: 'email', ...wish(), lists: [{ uuid: news, ...wish() }] },
    { thirdParty: 'phone', ...wish(), lists: [{ uuid: alerts, ...wish() }] },
    { thirdParty: 'sms', ...wish() },
    { thirdParty: 'other' },
  ].filter(() => roll.some(0.6))
  await sql(
    `insert into account (brand_id, card_id, enrolled_at, customer, demographics, links) values ($1, $2, $3, $4, $5, $6)`,
    [brand.id, card, maybe(roll, ago(now, roll, 40)), customer, demographics, JSON.stringify(links)],
  )
}

async function addSale(brand: Brand, card: number, roll: Dice, now: number): Promise<void> {
  const [currency = 'USD', scale = 2] = roll.pick([
    ['USD', 2],
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['CHF', 2],
  ] as const)
  const kind = roll.pick(['sale', 'sale', 'sale', 'sale', 'return', 'return', 'setup'])
  const sign = kind === 'return' ? -1 : 1
  const lines = Array.from({ length: 1 + roll.below(3) }, () => ({
    sku: roll.pick(['ESP', 'COFFEE', 'BUN', 'TEA']),
    quantity: String(sign * roll.pick([1_000_000, 2_000_000, 1_500_000])),
    unitPrice: String(roll.pick([1_000_000, 2_500_000, 3_000_001])),
    net: sign * roll.below(900),
  }))
  const back = lines.map((line) => (roll.some(0.7) ? '0' : roll.pick([line.quantity, '500000'])))
  const isReturned = kind !== 'return' && roll.some(0.4)
  const net = lines.reduce((sum, line) => sum + line.net, 0)
  const at = ago(now, roll, 40)
  const sold = lines.reduce((sum, line, index) => {
    return sum + Number(line.quantity) - (isReturned ? Number(back[index]) : 0)
  }, 0)
  await sql(
    `insert into checkout (brand_id, request_ref, kind, card_id, happened_at, location_id, currency, scale, total, discount,
       net_total, content, quantity, is_voided, returned, returned_total, fully_returned, of_ref)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      brand.id,
      uuidV7(
        at.getTime(),
        Uint8Array.from({ length: 10 }, () => roll.below(256)),
      ),
      kind,
      card,
      at,
      roll.pick(['L1', 'L2', 'L3']),
      currency,
      scale,
      net,
      JSON.stringify({ lines }),
      sold,
      roll.some(0.1),
      isReturned ? JSON.stringify({ units: back }) : null,
      isReturned ? roll.below(net + 1) : 0,
      isReturned && roll.some(0.2),
      kind === 'return' && roll.some(0.4) ? uuidV7(at.getTime(), new Uint8Array(10)) : null,
    ],
  )
}

async function addEvent(brand: Brand, card: number, roll: Dice, now: number): Promise<void> {
  const ref = uuidV7(
    now,
    Uint8Array.from({ length: 10 }, () => roll.below(256)),
  )
  await sql(
    `insert into event (brand_id, request_ref, line, card_id, event_type, category_id, happened_at)
     values ($1, $2, 1, $3, $4, $5, $6)`,
    [brand.id, ref, card, roll.pick(['CUSTOM', 'BOUNCED']), roll.pick(['app-open', 'review']), ago(now, roll, 40)],
  )
}

async function addFiring(brand: Brand, card: number, roll: Dice, now: number): Promise<void> {
  const ref = uuidV7(
    now,
    Uint8Array.from({ length: 10 }, () => roll.below(256)),
  )
  await sql(
    `insert into rule_firing (brand_id, rule_id, request_ref, card_id, happened_at, until) values ($1, $2, $3, $4, $5, $6)`,
    [
      brand.id,
      roll.pick(['c/r', 'c/r', 'c/other']),
      ref,
      card,
      ago(now, roll, 40),
      roll.some(0.3) ? new Date(now + (roll.below(4) - 2) * day) : null,
    ],
  )
}

async function addComputed(brand: Brand, card: number, roll: Dice): Promise<void> {
  const part = () => 1 + roll.below(4001) / 1000
  if (roll.some(0.7))
    await sql(`insert into card_score values ($1, $2, $3, $4, $5, $6)`, [
      brand.id,
      card,
      part(),
      part(),
      roll.pick([4.235, 1, 5]),
      roll.below(101),
    ])
  for (const segment of ['big', 'small']) {
    if (roll.some(0.4)) await sql(`insert into segment_member values ($1, $2, $3)`, [brand.id, segment, card])
  }
}

/** A level that is kept or not limited, now and then beneath a manual one. */
async function addTier(brand: Brand, card: number, roll: Dice, now: number): Promise<void> {
  const level = roll.pick(['silver', 'gold', 'old', null])
  const keptUntil = level !== null && roll.some(0.7) ? new Date(now + day) : null
  const manual = roll.pick([null, null, 'silver', 'gold', 'old'])
  await sql(
    `insert into card_tier (brand_id, card_id, program_id, level_id, kept_until, override_level, override_until, changes)
     values ($1, $2, $3, $4, $5, $6, $7, 1)`,
    [
      brand.id,
      card,
      roll.pick(['rewards', 'rewards', 'other']),
      level,
      keptUntil,
      manual,
      manual === null ? null : new Date(now + roll.pick([-day, day])),
    ],
  )
}
