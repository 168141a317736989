import { Grid, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useBrand, useMay, useMe } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { formatToday, formatZone } from '../../parts/format.ts'
import { LoginWarning } from '../../parts/last-login.tsx'
import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../texts/texts.ts'
import { Attention } from './attention.tsx'
import { FirstSteps, type Steps } from './first-steps.tsx'
import type { Figures, ValueFigures } from './home-answer.ts'
import { HomeFigures } from './home-figures.tsx'
import { HomeTrend } from './home-trend.tsx'

/** The first page: how today goes, how it went before, and what somebody should look at. */
export function HomeScreen() {
  const { home } = useTexts()
  const brand = useBrand()
  const me = useMe()
  const seesFigures = useMay('reports.see')
  const figures = useAsking('homeFigures', {}, { enabled: seesFigures, everySeconds: 60 })
  const steps = useFirstSteps()
  const isNew = steps.found !== undefined
  // Nothing jumps: until it is known which of both is shown, there is room for either.
  const shown = steps.isAsked ? figures.data : undefined
  const [chosen, setChosen] = useState<string>()
  const isForFinance = [useMay('books.close'), !useMay('campaigns.change')].every(Boolean)
  const currency = isForFinance ? brand.currency : undefined
  const value =
    figures.data && (figures.data.values.find(({ id }) => id === chosen) ?? mainValue(figures.data.values, currency))
  return (
    <Page
      title={home.title}
      about={home.today(formatToday(Date.now(), brand), formatZone(brand.timeZone))}
      secondary={figures.data && <ValueChoice figures={figures.data} value={value} onChoose={setChosen} />}
    >
      <LoginWarning me={me} />
      {figures.error && <ErrorPanel error={figures.error} onRetry={() => figures.refetch()} />}
      {steps.found && <FirstSteps found={steps.found} />}
      {seesFigures && !figures.error && !isNew && <HomeFigures figures={shown} value={value} />}
      <Grid gap="lg">
        {seesFigures && !figures.error && !isNew && (
          <Grid.Col span={{ base: 12, lg: 8 }}>
            <HomeTrend figures={shown} value={value} />
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, lg: seesFigures && !isNew ? 4 : 12 }}>
          <Stack>
            <Attention isNew={isNew} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

/** What a new brand still needs; nothing once customers are served, or for whoever sees a part of it. */
function useFirstSteps(): { readonly isAsked: boolean; readonly found: Steps | undefined } {
  const { locations } = useBrand()
  const sees = useMay('configuration.see') && locations === undefined
  const { data, error } = useAsking('firstSteps', {}, { enabled: sees, everySeconds: 30 })
  return { isAsked: !sees || data !== undefined || error !== null, found: data?.isUnderWay ? undefined : data }
}

/** What moves on most days; or money, for whoever closes the books and makes no campaigns. */
function mainValue(values: readonly ValueFigures[], currency: string | undefined): ValueFigures | undefined {
  const [busiest] = values.toSorted((one, other) => activeDays(other) - activeDays(one))
  return values.find((value) => value.currency !== undefined && value.currency === currency) ?? busiest
}

const activeDays = ({ issued, redeemed }: ValueFigures) =>
  issued.filter((amount, day) => amount > 0 || (redeemed[day] ?? 0) > 0).length

interface ValueChoiceProps {
  readonly figures: Figures
  readonly value: ValueFigures | undefined
  readonly onChoose: (id: string) => void
}

function ValueChoice({ figures, value, onChoose }: ValueChoiceProps) {
  const { home } = useTexts()
  if (figures.values.length < 2 || !value) return null
  return (
    <Select
      aria-label={home.value}
      allowDeselect={false}
      data={figures.values.map(({ id, name }) => ({ value: id, label: name }))}
      value={value.id}
      onChange={(id) => id !== null && onChoose(id)}
      w={180}
    />
  )
}
