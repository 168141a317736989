import { redirect } from '@tanstack/react-router'
import { hasReason } from '../ask/portal-error.ts'

/** Leads whoever is not logged in to the login, and afterwards back. Every other fault stays one. */
export const toLogin = (from: string) => (error: unknown) => {
  if (!hasReason(error, 'loginNeeded')) throw error
  throw redirect({ to: '/login', search: from === '/' ? {} : { from } })
}
