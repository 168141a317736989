import { valueTypeName } from '../../../domain/brand/shapes/program-shape.ts'
import { valueTitle } from '../../../domain/brand/value-names.ts'
import { id, integer, list, model, number, oneOf, text } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../ground/kernel/time.ts'
import { addDays } from '../../../storage/report/days.ts'
import { readTrend, type ValueTrend } from '../../../storage/report/trend.ts'
import { brandRoute } from '../route.ts'

const perDay = (about: string) => list(`${about}, one for each day.`, number('An amount.')).required()

const valueFigures = model('homeValue', 'What happened with a kind of value.', {
  id: id('The value type.').required(),
  name: text('What it is called.').required(),
  balanceType: oneOf('What kind it is.', ['Currency', 'Points', 'Punches', 'Custom']).required(),
  currency: text('With Currency: which one.'),
  scale: integer('Digits after the point.').required(),
  issued: perDay('Given at tills and by campaigns'),
  redeemed: perDay('Taken'),
  outstanding: number('What all cards have now. Absent for whoever sees some locations only.'),
})

export const homeFigures = brandRoute({
  name: 'homeFigures',
  summary: 'Checkouts and value given and taken on the last days, at the locations that the visitor may see.',
  permission: 'reports.see',
  isConfirmed: false,
  reach: 'place',
  request: { days: integer('How many days, today included.').between(2, 92).default(30) },
  response: {
    days: list('The days, yyyy-MM-dd in the time zone of the brand.', text('A day.')).required(),
    checkouts: perDay('Completed checkouts'),
    values: list('What happened with each kind of value that moved or is outstanding.', valueFigures).required(),
  },
  run: async ({ services, brand, standing, request }) => {
    const to = formatDateTime(services.now(), brand.timeZone).slice(0, 10)
    const span = { from: addDays(to, 1 - request.days), to, locations: standing.locations }
    const { days, sales, values } = await readTrend(services.pool, brand, span)
    return { days, checkouts: sales, values: values.map(shown) }
  },
})

function shown({ valueType, issued, redeemed, outstanding }: ValueTrend) {
  const { balanceType, balanceCode, scale, program } = valueType
  const currency = balanceType === 'Currency' ? balanceCode : undefined
  const name = valueTitle(valueType)
  const id = `${program}/${valueTypeName(valueType)}`
  return defined({ id, name, balanceType, currency, scale, issued, redeemed, outstanding })
}
