import type { QueryClient } from '@tanstack/react-query'
import type { Me } from './answers.ts'
import { asking } from './queries.ts'

/** Who is logged in. It is asked once, and again when it changes. */
export const meQuery = { ...asking('me', {}), staleTime: 5 * 60_000 }

export const loadMe = (client: QueryClient): Promise<Me> => client.ensureQueryData(meQuery)
