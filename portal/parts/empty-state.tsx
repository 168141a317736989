import { EmptyState as MantineEmptyState } from '@mantine/core'
import { IconMoodEmpty } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** What to do next. */
  readonly what?: string
  readonly icon?: ReactNode
  readonly action?: ReactNode
}

/** Stands where a list would be, and says what to do next. */
export function EmptyState({ title, what, icon = <IconMoodEmpty size={36} stroke={1.4} />, action }: EmptyStateProps) {
  return (
    <MantineEmptyState py="xl" px="md" icon={icon} title={title} description={what}>
      {action !== undefined && <MantineEmptyState.Actions>{action}</MantineEmptyState.Actions>}
    </MantineEmptyState>
  )
}
