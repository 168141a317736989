import { Alert, Paper, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconShoppingBag } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import type { RouteRequest } from '../../../ask/ask.ts'
import { useAsking } from '../../../ask/queries.ts'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { Explained } from '../../cards/explained.tsx'
import { Choices } from '../purchase/choices.tsx'
import type { FormProps } from '../purchase/form-props.ts'
import { Gains } from '../purchase/gains.tsx'
import { SimulatedReceipt } from '../purchase/simulated-receipt.tsx'
import { type TriedPurchase, toRequest } from '../purchase/tried.ts'

/** What would come of it. */
export function TriedOut({ tried, change }: Pick<FormProps, 'tried' | 'change'>) {
  const { simulator: texts } = useTexts()
  const [settled] = useDebouncedValue(tried, 250)
  const isReady = settled.lines.some(({ quantity }) => quantity > 0)
  if (!isReady)
    return (
      <Paper p="lg">
        <EmptyState
          icon={<IconShoppingBag size={36} stroke={1.4} />}
          title={texts.nothingYet}
          what={texts.nothingYetWhat}
        />
      </Paper>
    )
  return <Outcomes tried={settled} choosing={{ chosen: tried.choices, change }} />
}

interface OutcomesProps {
  readonly tried: TriedPurchase
  readonly choosing: Omit<ComponentProps<typeof Choices>, 'receipt'>
}

/** Live, and beside it the draft, if one is chosen. */
function Outcomes({ tried, choosing }: OutcomesProps) {
  const { simulator: texts } = useTexts()
  const request = toRequest(tried)
  if (tried.draft === undefined) return <Outcome request={request} choosing={choosing} />
  return (
    <SimpleGrid cols={{ base: 1, xl: 2 }} spacing="lg">
      <Side title={texts.live}>
        <Outcome request={request} choosing={choosing} isNarrow />
      </Side>
      <Side title={texts.draft}>
        <Outcome request={{ ...request, draftId: tried.draft }} choosing={choosing} isNarrow />
      </Side>
    </SimpleGrid>
  )
}

function Side({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </section>
  )
}

interface OutcomeProps extends Pick<OutcomesProps, 'choosing'> {
  readonly request: RouteRequest<'tryOut'>
  readonly isNarrow?: boolean
}

function Outcome({ request, choosing, isNarrow = false }: OutcomeProps) {
  const { simulator: texts } = useTexts()
  const { data, error, refetch } = useAsking('tryOut', request)
  if (error) return <ErrorPanel error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={420} />
  const { receipt, refusal, explanation } = data
  return (
    <Stack gap="lg">
      {refusal && (
        <Alert color="yellow" title={texts.refused}>
          {refusal.errorMessage}
        </Alert>
      )}
      {receipt && (
        <Paper p="lg">
          <SimpleGrid cols={isNarrow ? 1 : { base: 1, md: 2 }} spacing="xl">
            <div>
              <Title order={2} size="h4" mb="sm">
                {texts.receipt}
              </Title>
              <SimulatedReceipt receipt={receipt} />
            </div>
            <Stack gap="md">
              <Gains receipt={receipt} />
              <Choices receipt={receipt} {...choosing} />
            </Stack>
          </SimpleGrid>
        </Paper>
      )}
      <Paper p="lg">
        <Title order={2} size="h4" mb="sm">
          {texts.why}
        </Title>
        <Explained explanation={explanation} />
      </Paper>
    </Stack>
  )
}
