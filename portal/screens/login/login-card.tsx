import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { EnvironmentBanner } from '../../shell/environment.tsx'
import { isLanguage, languages, useSpoken } from '../../texts/texts.ts'
import classes from './login.module.css'

interface LoginCardProps {
  readonly title: string
  readonly why?: string
  readonly environment?: string | undefined
  readonly children: ReactNode
}

/** The frame of everything on the way in: one card, and the languages below it. */
export function LoginCard({ title, why, environment, children }: LoginCardProps) {
  const { texts, language, speak } = useSpoken()
  useEffect(() => {
    document.title = `${title} · ${texts.shell.product}`
  }, [title, texts.shell.product])
  return (
    <>
      <header>{environment !== undefined && <EnvironmentBanner environment={environment} />}</header>
      <main className={classes.page}>
        <div className={classes.column}>
          <Group gap="sm" justify="center" mb="lg">
            <span className={classes.logo} aria-hidden>
              P
            </span>
            <Text fw={600} size="lg">
              {texts.shell.product}
            </Text>
          </Group>
          <Paper p="xl" shadow="xs">
            <Stack gap="md">
              <div>
                <Title order={1} size="h2" className={classes.title}>
                  {title}
                </Title>
                {why !== undefined && (
                  <Text c="dimmed" mt={4}>
                    {why}
                  </Text>
                )}
              </div>
              {children}
            </Stack>
          </Paper>
          <Group gap="md" justify="center" mt="lg">
            {Object.entries(languages).map(([id, label]) => (
              <Anchor
                key={id}
                component="button"
                type="button"
                size="sm"
                c="dimmed"
                lang={id}
                aria-current={id === language || undefined}
                fw={id === language ? 600 : 400}
                onClick={() => isLanguage(id) && speak(id)}
              >
                {label}
              </Anchor>
            ))}
          </Group>
        </div>
      </main>
    </>
  )
}
