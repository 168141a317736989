import { Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../texts/texts.ts'
import classes from './page.module.css'

interface PageProps {
  readonly title: string
  /** One line below the title. */
  readonly about?: ReactNode
  /** The one thing that most people come here to do. */
  readonly primary?: ReactNode
  /** What leads elsewhere or does something less common; it stands before the primary action. */
  readonly secondary?: ReactNode
  /** `wide`: tables. `narrow`: forms and texts. */
  readonly width?: 'wide' | 'narrow'
  readonly children: ReactNode
}

/** The frame of every page: a title, at most one primary action, content. */
export function Page({ title, about, primary, secondary, width = 'wide', children }: PageProps) {
  const { shell } = useTexts()
  useEffect(() => {
    document.title = `${title} · ${shell.product}`
  }, [title, shell.product])
  return (
    <Stack gap="lg" className={classes[width]}>
      <Group justify="space-between" align="flex-start" gap="md">
        <div>
          <Title order={1}>{title}</Title>
          {about !== undefined && (
            <Text c="dimmed" mt={4} component="div">
              {about}
            </Text>
          )}
        </div>
        {(primary || secondary) && (
          <Group gap="sm">
            {secondary}
            {primary}
          </Group>
        )}
      </Group>
      {children}
    </Stack>
  )
}
