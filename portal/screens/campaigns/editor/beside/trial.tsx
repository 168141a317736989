import { Alert, Divider, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconFlask } from '@tabler/icons-react'
import { type ComponentProps, useMemo } from 'react'
import type { RouteAnswer } from '../../../../ask/ask.ts'
import { PortalError } from '../../../../ask/portal-error.ts'
import { useAsking } from '../../../../ask/queries.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { Choices } from '../../purchase/choices.tsx'
import type { FormProps } from '../../purchase/form-props.ts'
import { Gains } from '../../purchase/gains.tsx'
import { SmallPurchaseForm } from '../../purchase/purchase-form.tsx'
import { SimulatedReceipt } from '../../purchase/simulated-receipt.tsx'
import type { DraftText } from '../draft/draft.ts'
import { useEditing } from '../editing.ts'
import { useSimulated } from './use-simulated.ts'
import { Why } from './why.tsx'

interface TrialProps extends Pick<FormProps, 'tried' | 'change'> {
  readonly entries: readonly DraftText[]
  /** The campaign that is being edited: it is the one that is explained. */
  readonly campaignId: string
  readonly hasFaults: boolean
}

/** A purchase that is tried at every change: what the customer would read, and why. */
export function Trial({ tried, change, entries, campaignId, hasFaults }: TrialProps) {
  const { editor } = useTexts()
  const setup = useSetupWithDraft()
  const { data, error, isFetching } = useSimulated(tried, entries, !hasFaults)
  const isEmpty = tried.lines.length === 0
  return (
    <Paper p="md" component="section" aria-label={editor.tryIt} aria-busy={isFetching}>
      <Group gap="xs" mb="xs">
        <IconFlask size={16} />
        <Title order={2} size="sm">
          {editor.tryIt}
        </Title>
      </Group>
      <SmallPurchaseForm tried={tried} change={change} setup={setup} />
      <Divider my="sm" />
      {hasFaults && (
        <Text size="sm" c="dimmed">
          {editor.mendFirst}
        </Text>
      )}
      {!hasFaults && error instanceof PortalError && <Alert color="yellow">{error.message}</Alert>}
      {!hasFaults && !isEmpty && !data && !error && <Skeleton h={120} />}
      {!hasFaults && data && (
        <Outcome answer={data} campaignId={campaignId} choosing={{ chosen: tried.choices, change }} />
      )}
    </Paper>
  )
}

/** What there is to choose from, with the segments that the draft itself brings. */
function useSetupWithDraft(): FormProps['setup'] {
  const { names } = useEditing()
  const { data } = useAsking('tryoutSetup', {})
  return useMemo(() => {
    const known = new Set(data?.segments.map(({ id }) => id))
    const more = names.listOf('segment').filter(({ id }) => !known.has(id))
    return data && { ...data, segments: [...data.segments, ...more] }
  }, [data, names])
}

interface OutcomeProps {
  readonly answer: RouteAnswer<'tryOut'>
  readonly campaignId: string
  readonly choosing: Omit<ComponentProps<typeof Choices>, 'receipt'>
}

function Outcome({ answer: { receipt, refusal, explanation }, campaignId, choosing }: OutcomeProps) {
  return (
    <Stack gap="sm">
      {refusal && (
        <Alert color="red" variant="light">
          {refusal.errorMessage}
        </Alert>
      )}
      {receipt && <SimulatedReceipt receipt={receipt} />}
      {receipt && <Gains receipt={receipt} isSmall />}
      {receipt && <Choices receipt={receipt} {...choosing} />}
      <Why explanation={explanation} campaignId={campaignId} />
    </Stack>
  )
}
