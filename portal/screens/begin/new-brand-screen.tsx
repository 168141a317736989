import { Alert, Code, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { meQuery } from '../../ask/session.ts'
import { Page } from '../../parts/page.tsx'
import { ConfirmIdentity } from '../../shell/confirm-identity.tsx'
import { EnvironmentBanner, isReal } from '../../shell/environment.tsx'
import { useTexts } from '../../texts/texts.ts'
import { NewBrandForm } from './new-brand-form.tsx'

/** The command beside which this page stands: the other way to make a brand. */
const otherWay = 'npx purser brand apply FILE'

/** Where a brand is made. Whoever has none yet comes here first. */
export function NewBrandScreen() {
  const { begin } = useTexts()
  const { data: me } = useQuery(meQuery)
  const navigate = useNavigate()
  if (!me) return null
  const back = me.brands.length > 0 ? () => void navigate({ to: '/' }) : undefined
  return (
    <>
      <header>
        <EnvironmentBanner environment={me.environment} />
      </header>
      <main style={{ padding: '2rem 1rem 4rem' }}>
        <Page title={begin.title} about={begin.about} width="narrow">
          <Alert variant="light" title={isReal(me.environment) ? begin.production : begin.stage(me.environment)}>
            {isReal(me.environment) ? begin.productionWhat : begin.stageWhat}
          </Alert>
          <Paper p="lg">
            <NewBrandForm onCancel={back} />
          </Paper>
          <Text size="sm" c="dimmed">
            {begin.otherWay} <Code>{otherWay}</Code>
          </Text>
        </Page>
      </main>
      <ConfirmIdentity me={me} />
    </>
  )
}
