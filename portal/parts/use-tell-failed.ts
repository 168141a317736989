import { isPortalError, isUncertain } from '../ask/portal-error.ts'
import { useSpoken } from '../texts/texts.ts'
import { showNotDone, showUncertain } from './done-message.tsx'
import { whyOf } from './error-panel.tsx'

interface FailedChange {
  /** What it was, and of which card. */
  readonly what: string
  /** What is said if it is certain that it was not done. */
  readonly title: string
}

/** Says what went wrong, in a message that stays: of what may be done, only that nobody knows it. */
export function useTellFailed(): (failed: FailedChange, error: unknown) => void {
  const { texts, language } = useSpoken()
  const { errors } = texts
  return ({ what, title }, error) => {
    if (!isPortalError(error)) return showNotDone(title, errors.unexpected)
    const { reason } = error
    if (isUncertain(error)) return showUncertain(`${errors.titles[reason]}: ${what}`, errors.whatToDo[reason])
    showNotDone(title, whyOf(error, texts, language) || errors.titles[reason])
  }
}

/** What was done, and of which card. */
export const changeWords = ({ what, cardNumber }: { readonly what: string; readonly cardNumber?: unknown }): string =>
  [what, cardNumber].filter(Boolean).join(' · ')
