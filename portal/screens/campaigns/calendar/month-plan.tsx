import { Paper, Table, Text, VisuallyHidden } from '@mantine/core'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { formatMoment } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import classes from './month-plan.module.css'

type Plan = RouteAnswer<'calendar'>
type Item = Plan['items'][number]

interface MonthPlanProps {
  readonly plan: Plan
  readonly days: number
}

/** A line for each thing, with a bar over the days on which it runs. The words beside it say the same. */
export function MonthPlan({ plan, days }: MonthPlanProps) {
  const { calendar: texts } = useTexts()
  return (
    <Paper>
      <Table.ScrollContainer minWidth={320}>
        <Table aria-label={texts.title} verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="40%">{texts.what}</Table.Th>
              <Table.Th>
                <VisuallyHidden>{texts.days}</VisuallyHidden>
                <div className={classes.days} aria-hidden>
                  {Array.from({ length: days }, (_, day) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: days are their numbers.
                    <span key={day}>{day % 2 === 0 ? day + 1 : ''}</span>
                  ))}
                </div>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {plan.items.map((item) => (
              <Line key={`${item.kind} ${item.id} ${item.name}`} item={item} plan={plan} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

function Line({ item, plan }: { readonly item: Item; readonly plan: Plan }) {
  const { calendar: texts } = useTexts()
  const words = usePeriodWords(item)
  const length = plan.to - plan.from
  const begin = Math.max(0, (item.from ?? plan.from) - plan.from) / length
  const end = Math.min(length, (item.until ?? plan.to) - plan.from) / length
  const style = { left: `${begin * 100}%`, width: `${Math.max(0.5, (end - begin) * 100)}%` }
  const look = item.state === 'paused' ? classes.paused : classes[item.kind]
  const goesOn = { 'data-before': (item.from ?? 0) < plan.from || undefined, 'data-after': isBeyond(item, plan) }
  return (
    <Table.Tr>
      <Table.Td>
        <ItemLink item={item} />
        <Text size="sm" c="dimmed">
          {[texts.kinds[item.kind](item.of ?? ''), item.state === 'paused' ? texts.paused : '', words]
            .filter((one) => one !== '')
            .join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td>
        <div className={classes.track}>
          <div className={`${classes.bar} ${look}`} style={style} {...goesOn} title={words} />
        </div>
      </Table.Td>
    </Table.Tr>
  )
}

function ItemLink({ item: { kind, id, name } }: { readonly item: Item }) {
  if (kind === 'code')
    return (
      <BrandLink to="coupons" search={{ tab: 'codes' }}>
        {name}
      </BrandLink>
    )
  const to = kind === 'draft' ? 'campaigns/drafts' : 'campaigns/campaign'
  return <BrandLink to={`${to}/${encodeURIComponent(id)}`}>{name}</BrandLink>
}

const isBeyond = ({ until = Number.POSITIVE_INFINITY }: Item, { to }: Plan) => until > to || undefined

function usePeriodWords({ kind, from, until }: Item): string {
  const { calendar: texts } = useTexts()
  const brand = useBrand()
  const day = (instant: number) => formatMoment(instant, brand, 'day')
  if (kind === 'draft') return texts.publishedAt(formatMoment(from ?? 0, brand, 'minute'))
  if (from === undefined && until === undefined) return texts.always
  if (until === undefined) return texts.since(day(from ?? 0))
  // It ends before the moment that it names, which is often the beginning of the next day.
  const last = day(until - 1)
  return from === undefined ? texts.until(last) : texts.period(day(from), last)
}
