import { Box } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { ErrorPanel } from '../parts/error-panel.tsx'

/** A page that could not be loaded. */
export function PageError({ error }: { readonly error: unknown }) {
  const router = useRouter()
  return (
    <Box p="xl" maw="48rem" mx="auto">
      <ErrorPanel error={error} onRetry={() => router.invalidate()} />
    </Box>
  )
}
