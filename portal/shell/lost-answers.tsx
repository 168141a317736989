import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from '../ask/ask.ts'
import { useBrand, useMe } from '../ask/brand-context.ts'
import { forgetSent, listSentBefore } from '../ask/sent-changes.ts'
import { useUnsure } from '../ask/surely.ts'
import { showDone, showNotDone } from '../parts/done-message.tsx'
import { UnsureNotice } from '../parts/unsure-notice.tsx'
import { changeWords } from '../parts/use-tell-failed.ts'
import { useTexts } from '../texts/texts.ts'

/** The server has answered everything by then, so that what is not made is not going to be. */
const settledMs = 20_000

/**
 * Changes whose answer nobody has seen: those of this page, which are being sent again, and those of a page that was
 * closed meanwhile. Of these it is only asked what became of them: who sent them may have gone away.
 */
export function LostAnswers() {
  const { parts, errors } = useTexts()
  const { id } = useBrand()
  const { name: user } = useMe()
  const client = useQueryClient()
  const unsure = useUnsure()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const now = Date.now()
      const last = Math.max(...listSentBefore({ brand: id, user }, now).map(({ sentAt }) => sentAt))
      if (Number.isFinite(last)) timer = setTimeout(() => void findOut(), Math.max(0, last + settledMs - now))
    }
    const findOut = async () => {
      const now = Date.now()
      // Another tab may have had its answer meanwhile, or have sent it again.
      const open = listSentBefore({ brand: id, user }, now).filter(({ sentAt }) => sentAt + settledMs <= now)
      if (open.length === 0) return wait()
      const { outcomes, notBack } = await ask(
        'callOutcomes',
        { requestIds: open.map(({ requestId }) => requestId) },
        id,
      )
      const done = new Set(outcomes.map(({ requestId }) => requestId))
      for (const change of open) {
        forgetSent(change.requestId)
        if (done.has(change.requestId)) showDone(parts.lostDone(changeWords(change)))
        else {
          const what = notBack.includes(change.requestId) ? errors.notBack : parts.lostNotDoneWhat
          showNotDone(parts.lostNotDone(changeWords(change)), what)
        }
      }
      wait()
      await client.invalidateQueries({ queryKey: [id] })
    }
    wait()
    return () => clearTimeout(timer)
  }, [id, user, client, parts, errors])
  return <UnsureNotice changes={unsure.filter(({ brand }) => brand === id)} />
}
