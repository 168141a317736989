import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Facts } from '../../../parts/facts.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { formatAmount } from '../../../parts/format.ts'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'

type Environment = RouteAnswer<'environment'>

/** What this deployment is, and whether its balances were checked. */
export function EnvironmentFacts() {
  const { jobs } = useTexts()
  const { data, error, refetch } = useAsking('environment', {}, { everySeconds: 15 })
  if (error) return <ErrorPanel error={error} onRetry={refetch} />
  return (
    <Paper p="lg">
      <Stack gap="md">
        <Title order={2}>{jobs.environmentTitle}</Title>
        {data ? <EnvironmentList environment={data} /> : <Skeleton height={120} />}
      </Stack>
    </Paper>
  )
}

function EnvironmentList({ environment }: { readonly environment: Environment }) {
  const { jobs } = useTexts()
  const { publicUrl, schema, schemaName, servers, verified } = environment
  const versions = [...new Set(servers.map(({ version }) => version))].join(', ')
  return (
    <Facts
      facts={[
        [jobs.environment, environment.environment],
        [jobs.version, versions !== '' && versions],
        [jobs.schema, jobs.schemaValue(schema, schemaName)],
        [jobs.reachedAt, publicUrl],
        [jobs.processes, servers.length > 0 && <Servers key="s" servers={servers} />],
        [jobs.verified, verified ? <Verified key="v" verified={verified} /> : jobs.verifiedNever],
      ]}
    />
  )
}

function Servers({ servers }: { readonly servers: Environment['servers'] }) {
  const { jobs } = useTexts()
  return servers.map(({ role, startedAt }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: processes have no name that people may see.
    <Text key={index} size="sm">
      {role === 'start' ? jobs.serves : jobs.works}, {jobs.runningSince} <Moment at={startedAt} />
    </Text>
  ))
}

function Verified({ verified }: { readonly verified: NonNullable<Environment['verified']> }) {
  const { jobs } = useTexts()
  const brand = useBrand()
  const { at, ledgerRows, discrepancies } = verified
  return (
    <>
      <Moment at={at} />{' '}
      <StatusBadge
        mood={discrepancies === 0 ? 'good' : 'bad'}
        text={
          discrepancies === 0
            ? jobs.verifiedOk(formatAmount(ledgerRows, brand))
            : jobs.verifiedBad(formatAmount(discrepancies, brand))
        }
      />
    </>
  )
}
