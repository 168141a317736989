import { Box, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form.module.css'

interface PartProps {
  readonly title: string
  readonly about?: string | undefined
  readonly icon: ReactNode
  readonly children: ReactNode
}

/** A part of a rule's form: a question, and the short answer to it. */
export function Part({ title, about, icon, children }: PartProps) {
  return (
    <Box component="section" aria-label={title} className={classes.part}>
      <Group gap="xs" mb={4} wrap="nowrap">
        <span className={classes.icon}>{icon}</span>
        <Title order={3} size="sm">
          {title}
        </Title>
      </Group>
      {about !== undefined && (
        <Text size="xs" c="dimmed" mb={8}>
          {about}
        </Text>
      )}
      <Stack gap="sm">{children}</Stack>
    </Box>
  )
}
