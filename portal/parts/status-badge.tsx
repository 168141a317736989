import { Badge } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react'

/** How something stands. Colour is never the only sign: each has its own icon beside the words. */
export type Mood = 'good' | 'waiting' | 'attention' | 'bad' | 'neutral'

const looks: Readonly<Record<Mood, { readonly color: string; readonly Icon: TablerIcon }>> = {
  good: { color: 'teal', Icon: IconCircleCheck },
  waiting: { color: 'ink', Icon: IconClock },
  attention: { color: 'yellow', Icon: IconAlertTriangle },
  bad: { color: 'red', Icon: IconCircleX },
  neutral: { color: 'gray', Icon: IconInfoCircle },
}

export function StatusBadge({ mood, text }: { readonly mood: Mood; readonly text: string }) {
  const { color, Icon } = looks[mood]
  return (
    <Badge
      color={color}
      variant="light"
      tt="none"
      fw={500}
      size="lg"
      miw="max-content"
      leftSection={<Icon size={14} />}
    >
      {text}
    </Badge>
  )
}
