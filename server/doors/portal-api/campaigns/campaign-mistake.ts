import type { Brand, ValueType } from '../../../domain/brand/brand.ts'
import { listenerIn, textFor } from '../../../domain/brand/texts/spoken-text.ts'
import { campaignStateOf } from '../../../domain/campaign/campaign-state.ts'
import { flag, id, integer, list, model, number, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { toJsonNumber } from '../../../ground/kernel/money.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { listCardNumbers } from '../../../storage/store/repair/card-numbers.sql.ts'
import {
  listRepairSums,
  listRepairsOf,
  repairKinds,
  type ShownRepairRow,
} from '../../../storage/store/repair/repair.sql.ts'
import { findTouched, type TouchedCard, touchedMax } from '../../../storage/store/repair/touched.ts'
import { brandRoute } from '../route.ts'

/** The database reads no later ones. */
const endOf9999 = 253_402_300_799_999

const value = {
  name: text('What it is called. Absent: as its kind is.'),
  nameOfOne: text('What one of it is called.'),
  balanceType: oneOf('What kind it is.', ['Currency', 'Points', 'Punches', 'Custom']).required(),
  balanceCode: text('Of Currency and Custom: which.'),
  scale: integer('Digits after the point.').required(),
}

const givenValue = model('PortalGivenValue', 'What a campaign gave of a kind of value.', {
  ...value,
  given: number('What it gave.').required(),
  left: number(
    'What is left of it, and could be taken back. The rest was used, is held, has expired, or is taken back.',
  ).required(),
  cards: integer('How many cards still have something of it.').required(),
})

const touchedValue = model('PortalTouchedValue', 'What a card got of a kind of value.', {
  value: integer('Which of `values`, from 0.').required(),
  given: number('What it got.').required(),
  left: number('What is left of it.').required(),
})

const touchedCard = model('PortalTouchedCard', 'A card that a campaign gave something.', {
  cardNumber: text('The card; of a child card, its root.').required(),
  childCardNumber: text('The child card.'),
  times: integer('In how many calls.').required(),
  firstAt: integer('When first, in milliseconds since 1970.').required(),
  lastAt: integer('When last.').required(),
  values: list('What it got, by kind.', touchedValue).required(),
})

const movedValue = model('PortalRepairedValue', 'What a repair has moved of a kind of value.', {
  ...value,
  amount: number('How much.').required(),
})

const shownRepair = model('PortalRepair', 'What was done about a mistake.', {
  repairId: text('The repair.').required(),
  kind: oneOf('What it does.', repairKinds).required(),
  reason: text('Why.').required(),
  askedBy: text('Who asked for it.').required(),
  approvedBy: text('Who approved it.'),
  askedAt: integer('When, in milliseconds since 1970.').required(),
  cards: integer('How many cards it concerns.').required(),
  done: integer('For how many it is done.').required(),
  nothing: integer(
    'How many had nothing left by then, or were moved onto another card of the repair, which had its own turn.',
  ).required(),
  refused: integer('How many could not be changed, as blocked cards cannot be given anything.').required(),
  stranded: integer('From how many nothing was taken: they were transferred out, and not in for 14 days.').required(),
  between: integer('How many wait because they were transferred out, and not in yet.').required(),
  undone: integer('How many of those that were done were undone since.').required(),
  isOver: flag('Whether all have had their turn.').required(),
  values: list('What it has moved so far.', movedValue).required(),
})

const choice = model('PortalGiftChoice', 'What can be given.', value)
const templateChoice = model('PortalTemplateChoice', 'A message that can be sent.', {
  id: text('The template.').required(),
  channel: text('How it is sent.').required(),
  text: text('The subject, or how it begins.').max(1000).required(),
})

/** Repairs that are shown: nobody mends one campaign more often. */
const repairsMax = 50

export const campaignMistake = brandRoute({
  name: 'campaignMistake',
  summary: 'Whom a campaign gave what, what is left of it, and what was done about it.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    campaign: id('The campaign, which may be gone by now.').required(),
    from: integer('Only what it gave from then on, in milliseconds since 1970.').between(0, endOf9999),
    until: integer('Only what it gave before then.').between(0, endOf9999),
  },
  response: {
    name: text('What the campaign is called.').required(),
    isThere: flag('Whether the brand still has it.').required(),
    isRunning: flag('Whether it still gives something.').required(),
    isTooMany: flag(`Whether it concerns more than ${touchedMax} cards: then none is shown.`).required(),
    calls: integer('In how many calls it gave something to a card.').required(),
    values: list('What it gave, by kind. Discounts are not among it: they stay.', givenValue).required(),
    cards: list('Whom, the last first.', touchedCard).required(),
    repairs: list('What was done about it, the newest first.', shownRepair).required(),
    gifts: list('What can be given as goodwill.', choice).required(),
    templates: list('Messages that can be sent.', templateChoice).required(),
  },
  run: async ({ request, brand, services }) => {
    const { campaign, from, until } = request
    const [touched, numbers, repairs] = await services.atLength(brand.id, async (db) => {
      const found = await findTouched(db, brand.id, { campaign, from, until, now: services.now() })
      const ids = (found ?? []).map(({ cardId }) => cardId)
      return [found, await listCardNumbers(db, brand.id, ids), await readRepairs(db, brand, campaign)] as const
    })
    const known = brand.document.campaigns.find((one) => one.id === campaign)
    const cards = touched ?? []
    const types = [...new Set(cards.flatMap(({ values }) => [...values.keys()]))]
      .map((one) => brand.valueTypes.get(one))
      .filter((one) => one !== undefined)
    return {
      name: known?.name ?? campaign,
      isThere: known !== undefined,
      isRunning:
        known !== undefined && campaignStateOf(known, formatDateTime(services.now(), brand.timeZone)) === 'running',
      isTooMany: touched === undefined,
      calls: cards.reduce((sum, { times }) => sum + times, 0),
      values: types.map((type) => sumOf(type, cards)),
      cards: cards.flatMap((card) => {
        const named = numbers.get(card.cardId)
        return named ? [{ ...named, ...shownCard(card, types) }] : []
      }),
      repairs,
      gifts: distinct([...brand.valueTypes.values()].filter(({ switchedOff }) => !switchedOff)).map(shownType),
      templates: brand.document.templates.map(({ id: template, channel, subject, body }) => ({
        id: template,
        channel,
        text: beginning(textFor(subject ?? body, listenerIn(brand))),
      })),
    }
  },
})

const shownType = (type: ValueType) => {
  const { balanceType, balanceCode, scale, display } = type
  const names = { name: display?.other, nameOfOne: display?.one }
  return defined({ ...names, balanceType, balanceCode: balanceCode || undefined, scale })
}

/** Programs may have the same kind of value. */
const distinct = (types: readonly ValueType[]) => [
  ...new Map(types.map((type) => [`${type.balanceType} ${type.balanceCode}`, type])).values(),
]

const beginning = (words: string) => (words.length > 80 ? `${words.slice(0, 79)}…` : words)

function sumOf(type: ValueType, cards: readonly TouchedCard[]) {
  let [given, left, holders] = [0, 0, 0]
  for (const { values } of cards) {
    const own = values.get(type.id)
    given += own?.given ?? 0
    left += own?.left ?? 0
    if (own && own.left > 0) holders += 1
  }
  const shown = (minor: number) => toJsonNumber(minor, type.scale)
  return { ...shownType(type), given: shown(given), left: shown(left), cards: holders }
}

function shownCard({ times, firstAt, lastAt, values }: TouchedCard, types: readonly ValueType[]) {
  return {
    times,
    firstAt,
    lastAt,
    values: types.flatMap((type, index) => {
      const own = values.get(type.id)
      const shown = (minor: number) => toJsonNumber(minor, type.scale)
      return own ? [{ value: index, given: shown(own.given), left: shown(own.left) }] : []
    }),
  }
}

type Db = Parameters<typeof listRepairsOf>[0]

async function readRepairs(db: Db, brand: Brand, campaign: string) {
  const rows = await listRepairsOf(db, brand.id, campaign, repairsMax)
  const sums = await listRepairSums(
    db,
    brand.id,
    rows.map(({ repair_id }) => repair_id),
  )
  return rows.map((row) => shownRepairOf(row, sums, brand))
}

function shownRepairOf(row: ShownRepairRow, sums: Awaited<ReturnType<typeof listRepairSums>>, brand: Brand) {
  return defined({
    repairId: row.repair_id,
    kind: row.kind,
    reason: row.reason,
    askedBy: row.asked_by,
    approvedBy: row.approved_by ?? undefined,
    askedAt: row.asked_at,
    cards: row.cards,
    done: row.done,
    nothing: row.nothing,
    refused: row.refused,
    stranded: row.stranded,
    between: row.between,
    undone: row.undone,
    isOver: row.ended_at !== null,
    values: sums.flatMap(({ repair_id, value_type_id, amount }) => {
      const type = repair_id === row.repair_id ? brand.valueTypes.get(value_type_id) : undefined
      return type ? [{ ...shownType(type), amount: toJsonNumber(Number(amount), type.scale) }] : []
    }),
  })
}

/** How far it is, for whoever waits for it: nothing is gone through but the repairs themselves. */
export const campaignRepairs = brandRoute({
  name: 'campaignRepairs',
  summary: 'What was done about a mistake of a campaign, and how far that is.',
  permission: 'cards.see',
  isConfirmed: false,
  reach: 'brand',
  request: { campaign: id('The campaign, which may be gone by now.').required() },
  response: { repairs: list('What was done about it, the newest first.', shownRepair).required() },
  run: async ({ request, brand, services }) => ({
    repairs: await services.atLength(brand.id, (db) => readRepairs(db, brand, request.campaign)),
  }),
})
