import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useBrand } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { formatAmount, formatMoment } from '../../parts/format.ts'
import { type Mood, StatusBadge } from '../../parts/status-badge.tsx'
import { useSpoken, useTexts } from '../../texts/texts.ts'

const moods: Readonly<Record<'open' | 'later' | 'used' | 'expired' | 'withdrawn', Mood>> = {
  open: 'good',
  later: 'waiting',
  used: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
}

/** What the customer of a card was offered, and whether they took it; nothing if there was nothing. */
export function CardOffers({ cardNumber }: { readonly cardNumber: string }) {
  const { offers: texts } = useTexts()
  const { language } = useSpoken()
  const brand = useBrand()
  const { data, isPlaceholderData } = useAsking('cardOffers', { cardNumber, language })
  if (!data || isPlaceholderData || data.offers.length === 0) return null
  const day = (at: number) => formatMoment(at, brand, 'day')
  return (
    <Paper p="md" component="section" aria-label={texts.title}>
      <Title order={2} mb="xs">
        {texts.title}
      </Title>
      <Stack gap="xs">
        {data.offers.map(({ number, what, state, from, until, uses, usesMax }) => (
          <div key={`${number} ${until}`}>
            <Group gap="sm">
              <span>{what}</span>
              <StatusBadge mood={moods[state]} text={texts.states[state]} />
            </Group>
            <Text size="sm" c="dimmed">
              {[
                ...(state === 'later' && from !== undefined ? [texts.fromDay(day(from))] : []),
                texts.until(day(until)),
                texts.used(formatAmount(uses, brand), formatAmount(usesMax, brand)),
              ].join(' · ')}
            </Text>
          </div>
        ))}
        {data.hasMore && (
          <Text size="sm" c="dimmed">
            {texts.older}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
