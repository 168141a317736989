import { Anchor, Paper, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { meQuery } from '../../ask/session.ts'
import { LastLogin } from '../../parts/last-login.tsx'
import { Page } from '../../parts/page.tsx'
import { ConfirmIdentity } from '../../shell/confirm-identity.tsx'
import { EnvironmentBanner } from '../../shell/environment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { MyFactors } from './my-factors.tsx'
import { MySessions } from './my-sessions.tsx'
import { PasswordForm } from './password-form.tsx'
import classes from './profile.module.css'
import { ProfileForm } from './profile-form.tsx'

/** What belongs to whoever is logged in, in whatever brand. */
export function ProfileScreen() {
  const { profile, shell } = useTexts()
  const { data: me } = useQuery(meQuery)
  if (!me) return null
  return (
    <>
      <header>
        <EnvironmentBanner environment={me.environment} />
      </header>
      <main className={classes.page}>
        <Page title={profile.title} about={profile.about(me.name)} width="narrow">
          {me.brands.length > 0 || me.mayFound ? (
            <Anchor component={Link} to="/" size="sm">
              <IconArrowLeft size={16} aria-hidden className={classes.arrow} /> {profile.back}
            </Anchor>
          ) : (
            <Paper p="lg">
              <Text fw={600}>{shell.noBrand}</Text>
              <Text c="dimmed">{shell.noBrandWhy}</Text>
            </Paper>
          )}
          <Part title={profile.you}>
            <ProfileForm me={me} />
          </Part>
          <Part title={profile.password}>
            <PasswordForm name={me.name} />
          </Part>
          <Part title={profile.factors} why={profile.factorsWhy}>
            <MyFactors />
          </Part>
          <Part title={profile.sessions} why={profile.sessionsWhy}>
            <LastLogin {...me} />
            <MySessions />
          </Part>
        </Page>
      </main>
      <ConfirmIdentity me={me} />
    </>
  )
}

function Part({
  title,
  why,
  children,
}: {
  readonly title: string
  readonly why?: string
  readonly children: ReactNode
}) {
  return (
    <Paper p="lg" component="section" aria-label={title}>
      <Stack>
        <div>
          <Title order={2}>{title}</Title>
          {why !== undefined && (
            <Text size="sm" c="dimmed">
              {why}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
