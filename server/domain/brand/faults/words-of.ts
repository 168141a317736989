import type { FaultValues } from './fault.ts'

/** What is said of each fault of a part: a kind without its words does not compile. */
export type WordsOf<Faults> = { readonly [Kind in keyof Faults]: (values: Faults[Kind]) => string }

/** What forms say otherwise than whoever writes the file is told: those kinds whose words name its keys. */
export type FormFaultWords = Partial<WordsOf<FaultValues>>
