import { useMutation, useQuery } from '@tanstack/react-query'
import { ask } from '../../ask/ask.ts'
import { asking } from '../../ask/queries.ts'
import { showDone } from '../../parts/done-message.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { SessionList } from '../../parts/session-list.tsx'
import { useTexts } from '../../texts/texts.ts'

export function MySessions() {
  const { profile } = useTexts()
  const sessions = useQuery(asking('mySessions', {}))
  const end = useMutation({
    mutationFn: (sessionId: string) => ask('endSession', { sessionId }),
    onSuccess: async () => {
      await sessions.refetch()
      showDone(profile.ended)
    },
  })
  const error = sessions.error ?? end.error
  return (
    <>
      {error && <ErrorPanel error={error} />}
      <SessionList sessions={sessions.data?.sessions} onEnd={(sessionId) => end.mutate(sessionId)} />
    </>
  )
}
