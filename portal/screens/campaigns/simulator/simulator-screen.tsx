import { Button, Grid, Paper, Stack, Title } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useMay } from '../../../shell/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { BasketForm } from './basket-form.tsx'
import { BuyerForm } from './buyer-form.tsx'
import { PastSales } from './past-sales.tsx'
import { PlaceAndTime } from './place-and-time.tsx'
import { nothingTried, type Tried } from './tried.ts'
import { TriedOut } from './tried-out.tsx'

const route = getRouteApi('/b/$brand/campaigns/simulator')

/** A checkout that is tried out: what the customer would read on the receipt, and why each rule fires or not. */
export function SimulatorScreen() {
  const { simulator: texts } = useTexts()
  const { tried = nothingTried } = route.useSearch()
  const navigate = useNavigate()
  const change = (patch: Partial<Tried>) =>
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
          <Stack gap="lg">
            <Part title={texts.basket}>
              <BasketForm {...form} />
            </Part>
            <Part title={texts.buyer}>
              <BuyerForm {...form} />
            </Part>
            <Part title={texts.placeAndTime}>
              <PlaceAndTime {...form} />
            </Part>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 7 }}>
          <TriedOut tried={tried} />
        </Grid.Col>
      </Grid>
      {choosesSale && <PastSales tried={tried} change={change} onClose={() => setChoosesSale(false)} />}
    </Page>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <Paper p="lg">
      <Title order={2} size="h4" mb="md">
        {title}
      </Title>
      {children}
    </Paper>
  )
}
