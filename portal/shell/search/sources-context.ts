import { createContext } from 'react'
import type { SearchSource } from './search-source.ts'

/** What the search looks through: whoever puts the application together knows all screens, the shell knows none. */
export const LoadSources = createContext<() => Promise<readonly SearchSource[]>>(async () => [])
