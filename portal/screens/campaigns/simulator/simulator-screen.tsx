import { Button, Grid } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { DraftChoice } from '../drafts/draft-choice.tsx'
import { PurchaseForm } from '../purchase/purchase-form.tsx'
import { nothingTried, type TriedPurchase } from '../purchase/tried.ts'
import { PastSales } from './past-sales.tsx'
import { TriedOut } from './tried-out.tsx'

const route = getRouteApi('/b/$brand/campaigns/simulator')

/** A checkout that is tried out: what the customer would read on the receipt, and why each rule fires or not. */
export function SimulatorScreen() {
  const { simulator: texts } = useTexts()
  const { tried = nothingTried } = route.useSearch()
  const navigate = useNavigate()
  const change = (patch: Partial<TriedPurchase>) =>
    void navigate({ to: '.', search: { tried: { ...tried, ...patch } } as never, replace: true })
  const setup = useAsking('tryoutSetup', {})
  const seesSales = useMay('requests.see')
  const [choosesSale, setChoosesSale] = useState(false)
  const form = { tried, change, setup: setup.data }
  return (
    <Page
      title={texts.title}
      about={texts.about}
      secondary={
        seesSales && (
          <Button
            variant="default"
            leftSection={<IconReceipt size={18} stroke={1.6} />}
            onClick={() => setChoosesSale(true)}
          >
            {texts.fromSale}
          </Button>
        )
      }
    >
      {setup.error && <ErrorPanel error={setup.error} onRetry={() => setup.refetch()} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 5 }}>
          <PurchaseForm
            {...form}
            more={
              <DraftChoice
                label={texts.compareWith}
                value={tried.draft}
                onChange={(draft) => change({ draft: draft ?? undefined })}
              />
            }
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <TriedOut tried={tried} change={change} />
        </Grid.Col>
      </Grid>
      {choosesSale && <PastSales tried={tried} change={change} onClose={() => setChoosesSale(false)} />}
    </Page>
  )
}
