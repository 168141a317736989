import { Stack } from '@mantine/core'
import { useMay } from '../../../ask/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { DevelopersPage } from '../developers-page.tsx'
import { EnvironmentFacts } from './environment-facts.tsx'
import { JobList } from './job-list.tsx'
import { LongWork } from './long-work.tsx'
import { VerifyNow } from './verify-now.tsx'

/** Jobs, long work, and what this deployment is. */
export function JobsScreen() {
  const { jobs } = useTexts()
  const mayStart = useMay('jobs.manage')
  return (
    <DevelopersPage tab="jobs" about={jobs.about} primary={mayStart && <VerifyNow />}>
      <Stack gap="lg">
        <EnvironmentFacts />
        <LongWork />
        <JobList />
      </Stack>
    </DevelopersPage>
  )
}
