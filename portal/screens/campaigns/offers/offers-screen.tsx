import { Text } from '@mantine/core'
import { IconUserHeart } from '@tabler/icons-react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { Page } from '../../../parts/page.tsx'
import type { TableColumn } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { useSpoken, useTexts } from '../../../texts/texts.ts'

type Offer = RouteAnswer<'listOffers'>['offers'][number]

/** What customers are offered one by one: to how many, and how often it was taken. */
export function OffersScreen() {
  const { offers: texts } = useTexts()
  const { language } = useSpoken()
  const { data, error, refetch } = useAsking('listOffers', { language })
  const columns = useOfferColumns()
  return (
    <Page title={texts.title} about={texts.about} secondary={<BrandLink to="campaigns">{texts.toCampaigns}</BrandLink>}>
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      {data?.isPartial && <Text size="sm">{texts.partial}</Text>}
      <DataTable
        name={texts.title}
        rows={data?.offers}
        columns={columns}
        rowKey={({ what, campaign }) => `${campaign ?? ''} ${what}`}
        empty={<EmptyState icon={<IconUserHeart size={36} stroke={1.4} />} title={texts.none} what={texts.noneWhat} />}
      />
    </Page>
  )
}

function useOfferColumns(): readonly TableColumn<Offer>[] {
  const { offers: texts } = useTexts()
  const brand = useBrand()
  const count = (id: 'cards' | 'given' | 'taken' | 'open'): TableColumn<Offer> => ({
    ...{ id, title: texts[id], isNumber: true, isSortable: true, plain: (row) => row[id] },
    show: (row) => formatAmount(row[id], brand),
  })
  const share = ({ given, taken }: Offer) => (given === 0 ? 0 : taken / given)
  const percent = new Intl.NumberFormat(brand.language, { style: 'percent' })
  return [
    { id: 'what', title: texts.what, isSortable: true, plain: ({ what }) => what, show: ({ what }) => what },
    {
      id: 'campaign',
      title: texts.campaign,
      isSortable: true,
      plain: ({ campaignName }) => campaignName ?? texts.elsewhere,
      show: ({ campaign, campaignName }) =>
        campaign === undefined ? (
          texts.elsewhere
        ) : (
          <BrandLink to={`campaigns/campaign/${encodeURIComponent(campaign)}`}>{campaignName ?? campaign}</BrandLink>
        ),
    },
    count('cards'),
    count('given'),
    count('taken'),
    {
      ...{ id: 'share', title: texts.share, isNumber: true, isSortable: true, plain: share },
      show: (row) => percent.format(share(row)),
    },
    count('open'),
  ]
}
