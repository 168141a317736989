import { Alert, List, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReplayReport, RewardedBasket, RuleReport } from '../../../../server/calls/replay/report.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { Figure } from '../../../parts/figures.tsx'
import { formatAmount, formatDay, formatMoney } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useReplayAmounts } from './replay-amounts.ts'

interface GivenFiguresProps {
  readonly report: ReplayReport
  /** Whose cost and reach are told apart from that of all; absent: only all together. */
  readonly campaigns?: readonly string[]
}

/** What would have been given, in money and as a share of sales; the largest reward, the worst basket, and rules that meet. */
export function GivenFigures({ report, campaigns }: GivenFiguresProps) {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  const { revenue, worth, largest, worst } = report
  const money = (amount: string) => formatMoney(Number(amount), { ...brand, currency: report.currency })
  const own = campaigns && report.rules.filter(({ rule }) => campaigns.includes(campaignOf(rule)))
  return (
    <Stack gap="sm">
      <CannotBeTried report={report} />
      <Unpriced report={report} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {own && !isUntried(report) && <OwnFigures rules={own} money={money} />}
        <Figure
          label={texts.allGiven}
          value={money(worth.replayed)}
          more={[
            ...(Number(revenue.replayed) > 0
              ? [texts.ofSales(share(worth.replayed, revenue.replayed, brand), money(revenue.replayed))]
              : []),
            texts.before(money(worth.happened)),
          ].join(' · ')}
        />
        {largest && (
          <Figure label={texts.largest} value={money(largest.given)} more={<Sale sale={largest} money={money} />} />
        )}
        {worst && (
          <Figure
            label={texts.worst}
            value={share(worst.given, worst.total, brand)}
            more={<Sale sale={worst} money={money} />}
          />
        )}
      </SimpleGrid>
      {own && report.rulesLeftOut > 0 && (
        <Text size="sm">{texts.rulesLeftOut(formatAmount(report.rulesLeftOut, brand))}</Text>
      )}
      <Together report={report} money={money} {...(campaigns && { campaigns })} />
    </Stack>
  )
}

/** No sale fires any rule of the draft: what it would cost is not known, and that is not nothing. */
const isUntried = ({ draftRules = [] }: ReplayReport) =>
  draftRules.length > 0 && draftRules.every(({ isTried }) => !isTried)

/** The rules of the draft that other things fire than sales, such as birthdays. */
function CannotBeTried({ report: { draftRules = [] } }: { readonly report: ReplayReport }) {
  const { replays: texts } = useTexts()
  const untried = draftRules.filter(({ isTried }) => !isTried)
  if (untried.length === 0) return null
  return (
    <Alert color="yellow" title={texts.cannotBeTried}>
      {untried.map(({ rule, campaign, name }) => nameOf(rule, campaign, name)).join(', ')}
    </Alert>
  )
}

/** What counts as nothing because nobody has said what it is worth. */
function Unpriced({ report: { unpriced = [] } }: { readonly report: Partial<ReplayReport> }) {
  const { replays: texts } = useTexts()
  const { title } = useReplayAmounts()
  if (unpriced.length === 0) return null
  return (
    <Alert color="yellow">
      {texts.unpriced(unpriced.map(title).join(', '))} <BrandLink to="settings/promotions">{texts.setWorth}</BrandLink>
    </Alert>
  )
}

/** Replays that an earlier version made say nothing of worth. */
export const hasWorth = (report: Partial<ReplayReport>) => report.worth !== undefined && report.revenue !== undefined

const campaignOf = (rule: string) => rule.split('/', 1)[0] ?? ''

/** `18.2 %`, in the words of the reader. */
function share(part: string, whole: string, { language }: { readonly language: string }): string {
  const style = { style: 'percent', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, style).format(Number(part) / Number(whole))
}

type Write = (amount: string) => string

function OwnFigures({ rules, money }: { readonly rules: readonly RuleReport[]; readonly money: Write }) {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  const sum = (side: 'happened' | 'replayed') => rules.reduce((all, { worth }) => all + Number(worth[side]), 0)
  // A customer may be reached by several rules: together they reach at least those of the widest.
  const reached = formatAmount(Math.max(0, ...rules.map(({ customers }) => customers.replayed)), brand)
  return (
    <>
      <Figure label={texts.reached} value={rules.length > 1 ? texts.atLeast(reached) : reached} />
      <Figure
        label={texts.ownCost}
        value={money(String(sum('replayed')))}
        more={texts.before(money(String(sum('happened'))))}
      />
    </>
  )
}

/** A sale opens what happened then, and why. */
function Sale({ sale, money }: { readonly sale: RewardedBasket; readonly money: Write }) {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  return (
    <BrandLink to="why" search={{ text: sale.requestRef }} fz="sm">
      {texts.inSale(money(sale.given), money(sale.total), formatDay(sale.date.slice(0, 10), brand))}
    </BrandLink>
  )
}

const shownMax = 5

interface TogetherProps extends GivenFiguresProps {
  readonly money: Write
}

/** Which rules would have given something in the same sales. */
function Together({ report, campaigns, money }: TogetherProps) {
  const { replays: texts } = useTexts()
  const brand = useBrand()
  const names = new Map(report.rules.map(({ rule, campaign, name }) => [rule, nameOf(rule, campaign, name)]))
  const met = report.together.filter(
    ({ rules }) => !campaigns || rules.some((rule) => campaigns.includes(campaignOf(rule))),
  )
  const hasMore = report.togetherLeftOut > 0
  if (met.length === 0 && hasMore) return <Text size="sm">{texts.meetingsLeftOut}</Text>
  if (met.length === 0) return <Text size="sm">{campaigns ? texts.nothingMeets : texts.noneMeet}</Text>
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.meets}
      </Text>
      <List size="sm">
        {met.slice(0, shownMax).map(({ rules: [one, other], sales, given }) => (
          <List.Item key={`${one} ${other}`}>
            {texts.meetIn([names.get(one) ?? one, names.get(other) ?? other], formatAmount(sales, brand), money(given))}
          </List.Item>
        ))}
        {met.length > shownMax && <List.Item>{texts.morePairs(formatAmount(met.length - shownMax, brand))}</List.Item>}
        {hasMore && <List.Item>{texts.meetingsLeftOut}</List.Item>}
      </List>
    </div>
  )
}

const nameOf = (rule: string, campaign: string | undefined, name: string | undefined) =>
  campaign === undefined ? rule : `${campaign} · ${name ?? rule}`
