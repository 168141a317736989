import { keyMutants } from './keys.ts'
import type { Mutant } from './mutant.ts'

/** Every fault that `npm run mutants` puts in, one at a time. */
export const mutants: readonly Mutant[] = [...keyMutants]
